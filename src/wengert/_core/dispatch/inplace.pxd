cimport cython
from ..arrays cimport objects, sites
from ..tape.saving cimport save, save_output
from ..tape.history cimport History
from ..tape.node cimport Node, hide, meta_of
from .memory cimport castable, records, shares_elements, write, write_counted, writes_directly
from .op cimport Op, graver
from ..tape.state cimport State
from ..tape.storage cimport Storage
from ..tape.tensor cimport TensorBase, link_view, moving_levels, payload_of, sync
from ..tape.view cimport View
from ..tape.threads_own cimport PerThread
from ..tape.watching cimport Tools, computing

cdef PerThread local

@cython.locals(state=State, tools=Tools, x=TensorBase, t=TensorBase, values=list, dual=bint, sparse=bint, number=bint, floating=bint, integral=bint, alike=bint, lost=History)
cpdef apply_inplace(Op op, args, params, name=*, bint reported=*)
@cython.locals(x=TensorBase, state=State, tools=Tools, target=TensorBase, view=View, node=Node)
cdef compute_and_write(Op op, args, list values, params, name, mask, History lost, bint dual)
@cython.locals(x=TensorBase, state=State)
cdef new_value(Op op, args, list values, params, name, by)
@cython.locals(t=TensorBase)
cpdef check_memory(Op op, TensorBase x, args)
@cython.locals(view=View)
cpdef check_target(TensorBase x, name, bint recorded=*)
cpdef check_write(TensorBase x, name)
cpdef unrecorded(Op op, TensorBase x, History lost, name, where, bint needs)
cdef check_result(Op op, TensorBase x, out, name)
cdef write_directly(Op op, TensorBase x, list values, params, name, where)
@cython.locals(view=View, base=TensorBase, node=Node)
cdef Node write_node(Op op, TensorBase x, args, list values, params, mask)
@cython.locals(state=State, p=TensorBase, view=View, base=TensorBase, storage=Storage, t=TensorBase)
cpdef place(Op op, x, params)
@cython.locals(kept=list, x=TensorBase, t=TensorBase)
cdef list keep_before(Node node, args)
cpdef rehome(TensorBase t, node, int nr=*)
@cython.locals(p=TensorBase, q=TensorBase)
cpdef bint are_plain(x, src)
cpdef overwrite(Op op, TensorBase x, TensorBase src)
cpdef count_copy(TensorBase x, TensorBase same)
@cython.locals(x=TensorBase, before=TensorBase, state=State, view=View)
cpdef rewrite(name, target, fn, others, bint exact=*)
