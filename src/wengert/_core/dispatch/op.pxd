cimport cython
from ..arrays cimport native
from ..tape cimport saving
from ..arrays.native cimport Programs
from .plan cimport Formula, Plan
from ..tape.node cimport Node, Saved, Meta, any_sparse
from ..arrays.batched cimport aligned, alike, dispatch, levels_of, over
from ..tape.tensor cimport TensorBase, View, link_view, make, remember
from ..tape.state cimport State
from ..tape.watching cimport Tool, Tools, computing

cdef class Op:
    cdef public object kernel
    cdef public object family
    cdef public object name
    cdef public object arrays
    cdef public object group
    cdef public object params
    cdef public object defaults
    cdef public object optional
    cdef public object outputs
    cdef public bint multi_output
    cdef public object nondiff
    cdef public bint view
    cdef public bint moves
    cdef public object promote
    cdef public bint takes_batched
    cdef public object sparse
    cdef public object forward_rule
    cdef public object batch_rule
    cdef public object options
    cdef public object formulas
    cdef public Py_ssize_t count
    cdef public object differentiable_mask
    cdef public bint differentiable
    cdef public bint flat
    cdef public object node_name
    cdef public dict overloads
    cdef public tuple scalars
    cdef public bint elementwise
    cdef public Programs fused
    cdef public dict plans
    cdef public Plan last_plan
    cdef public list fast_plans
    cdef public object inplace_name
    cdef public object names

    @cython.locals(first=object, d=object, t=object, found=list, absent=bint)
    cdef compute_plain(self, list values, params)
    cpdef compute_general(self, list values, params)
    cpdef tidy(self, out)
    cpdef compute(self, list values, params)
    @cython.locals(state=State, p=TensorBase, q=TensorBase, t=TensorBase, node=Node, plan=Plan, mask=Py_ssize_t, kept=list, i=Py_ssize_t, output=bint, a=object, b=object)
    cpdef on(self, x, y=*, params=*)
    cpdef unusual(self, x, y, params)
    @cython.locals(state=State, tools=Tools, values=list, seen=bint, dual=bint, needs=bint, plain=bint, node=Node, x=TensorBase, t=TensorBase)
    cpdef apply(self, args, params, bint reported=*)
    cdef tell(self, args, params, Tool tool)
    @cython.locals(node=Node, next_nodes=list, next_output_nrs=list, plan=Plan, x=TensorBase, edges=tuple)
    cdef node(self, args, list values, params, mask, bint half, base=*)
    @cython.locals(plan=Plan, kept=list)
    cdef save(self, Node node, args, outs)
    cdef Plan plan(self, mask, count, bint half=*)
    cpdef lose(self, TensorBase t, State state)
    cpdef inherit(self, TensorBase t, args, State state)

@cython.locals(x=TensorBase, lost=tuple)
cpdef tuple lost_of(args, State state)
cpdef bint any_half(values)
