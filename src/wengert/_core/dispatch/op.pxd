cimport cython
from ..arrays cimport objects, sites
from ..arrays.c_numpy cimport ndarray as Array
from ..arrays.sites cimport Frame
from ..tape cimport saving
from .kernel cimport Kernel
from .plan cimport Formula, Plan
from .tangents cimport set_tangents
from ..tape.counting cimport next_number
from ..tape.history cimport History
from ..tape.node cimport Node, Saved, any_sparse, hide, meta_of
from ..arrays.batched cimport levels_of
from ..tape.threads_own cimport PerThread
from ..tape.tensor cimport TensorBase, link_view, link_views, make, payload_of, remember, sync
from ..tape.view cimport View
from ..tape.state cimport State
from ..tape.watching cimport Tools, computing

cdef int FREE, ROWS, COMMON
cdef bint HIDES, COMPILED
cdef PerThread local
cdef object F32, F64, I64, ndarray, Tensor, INTEGER, NOT_DIFFERENTIABLE, FROM_NUMPY  # read as C reads variables
cdef tuple FIRST, FIRSTS
cdef dict duals

cdef class Op(Kernel):
    cdef dict __dict__
    cdef public object nondiff
    cdef public object sparse
    cdef public object onto
    cdef public object forward_rule
    cdef public object formulas
    cdef public object differentiable_mask
    cdef public bint differentiable
    cdef public bint flat
    cdef public tuple scalars
    cdef public object torch_names
    cdef public object make_plan
    cdef public dict plans
    cdef public Plan last_plan
    cdef public int scalar_mask
    cdef public list fast_plans
    cdef public int on_count
    cdef public object shown_name
    cdef public object inplace_name

    cdef called(self, tuple args, dict params)
    @cython.locals(state=State, p=TensorBase, q=TensorBase, t=TensorBase, node=Node, plan=Plan, mask=Py_ssize_t, number=int, recorded=bint, lost=History, a=Array, b=Array)
    cpdef on(self, x, y=*, params=*)
    @cython.locals(p=TensorBase, q=TensorBase, t=TensorBase, node=Node, keeps=tuple, edges=tuple, two=bint)
    cdef TensorBase finish_pair(self, Array out, x, y, params, Plan plan, State state)
    @cython.locals(tools=Tools)
    cdef finish_recorded(self, TensorBase t, Node node, args, params, State state)
    cdef finish_unrecorded(self, TensorBase t, x, params, History lost, bint needs, State state)
    cpdef unusual(self, x, y, params)
    cdef on_arrays(self, tuple args, params)
    @cython.locals(state=State, tools=Tools, values=list, seen=bint, given=bint, lost=History, x=TensorBase, t=TensorBase, node=Node)
    cpdef apply(self, args, params, bint reported=*)
    @cython.locals(state=State, node=Node, t=TensorBase, tools=Tools, k=Py_ssize_t, live=list)
    cdef finish_many(self, out, args, list values, params, mask, History lost)
    @cython.locals(k=Py_ssize_t, carry=list)
    cdef list live(self, out)
    @cython.locals(node=Node, next_nodes=list, next_output_nrs=list, plan=Plan, x=TensorBase, edges=tuple, half=bint)
    cdef node(self, args, list values, params, mask, base=*)
    @cython.locals(plan=Plan, kept=list, saves=tuple)
    cdef save(self, Node node, args, outs)
    cpdef Plan plan(self, mask, count, bint half=*)
    @cython.locals(node=Node)
    cpdef lose(self, TensorBase t, State state, node=*)
    cpdef inherit(self, TensorBase t, History lost, State state)

@cython.locals(t=TensorBase)
cdef TensorBase result_of(out, State state)
@cython.locals(i=Py_ssize_t, found=list)
cdef saved_values(tuple keeps, x, y, t, Node node)
@cython.locals(i=Py_ssize_t, metas=list)
cdef metas_of(tuple which, payloads)
@cython.locals(frame=Frame)
cpdef record(Node node, plan, tuple next_nodes, tuple next_output_nrs, params, int frames=*)
@cython.locals(x=TensorBase, lost=History, found=History)
cpdef History lost_of(args, State state)
cpdef History graver(History lost, History found, State state)
@cython.locals(a=Array)
cdef dtype_of(v)
cpdef bint any_half(values)
