# cython: boundscheck=False, wraparound=False
"""Where code is running: the line of the user's program that called into wengert.

``sites.py`` says the same in Python, for the pure build.
"""

from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF

from .. import errors

# Note [Frames without objects]
# -----------------------------
# Python makes the object of a frame when somebody asks for it. The frames nearest to an operation are wengert's own and
# run once, so each call of an operation would pay for an object that nobody sees. Python 3.11 to 3.15 tell in a header
# where they keep frames, and there the code and the instruction are read without one. Other versions are asked through
# the public interface, which makes the objects.
cdef extern from *:
    """
    #if !defined(PYPY_VERSION) && PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x03100000 && !defined(Py_GIL_DISABLED)
      #ifndef Py_BUILD_CORE
        #define Py_BUILD_CORE 1
      #endif
      #if PY_VERSION_HEX < 0x030E0000
        #include "internal/pycore_frame.h"
      #else
        #include "internal/pycore_interpframe.h"
      #endif
      #define WG_FRAMES 1
      typedef struct _PyInterpreterFrame wg_frame;
      #if PY_VERSION_HEX < 0x030D0000
        #define wg_innermost() (PyThreadState_Get()->cframe->current_frame)
        #define wg_code(frame) ((PyObject*)(frame)->f_code)
        #define wg_offset(frame) ((int)((char*)(frame)->prev_instr - (char*)_PyCode_CODE((frame)->f_code)))
      #else
        #define wg_innermost() (PyThreadState_Get()->current_frame)
        #define wg_code(frame) ((PyObject*)_PyFrame_GetCode(frame))
        #define wg_offset(frame) ((int)((char*)(frame)->instr_ptr - (char*)_PyCode_CODE(_PyFrame_GetCode(frame))))
      #endif
      #define wg_runs(frame) (!_PyFrame_IsIncomplete(frame))
      #define wg_outer(frame) ((frame)->previous)
    #else
      #define WG_FRAMES 0
      typedef struct wg_frame wg_frame;
      #define wg_innermost() NULL
      #define wg_code(frame) NULL
      #define wg_offset(frame) 0
      #define wg_runs(frame) 0
      #define wg_outer(frame) NULL
    #endif
    """
    bint WG_FRAMES
    ctypedef struct wg_frame
    wg_frame* wg_innermost()
    PyObject* wg_code(wg_frame*)  # borrowed
    int wg_offset(wg_frame*)
    bint wg_runs(wg_frame*)  # whether it has begun to run a function
    wg_frame* wg_outer(wg_frame*)

cdef extern from "Python.h":
    ctypedef struct PyFrameObject
    ctypedef struct PyCodeObject:
        PyObject* co_filename
    PyFrameObject* PyEval_GetFrame()
    PyCodeObject* PyFrame_GetCode(PyFrameObject*)  # new reference
    PyFrameObject* PyFrame_GetBack(PyFrameObject*)  # new reference
    int PyFrame_GetLasti(PyFrameObject*)
    PyObject* PyDict_GetItem(dict, PyObject*)
    void Py_XINCREF(PyObject*)

cdef dict ours = {}  # file name -> whether its frames are wengert's own
cdef str PACKAGE = errors.text.PACKAGE
cdef str theirs = ""  # the file name of a user's that was met last: mostly it is the next one, too
cdef str last_of_ours = ""
cdef tuple NOWHERE = (None, -1)


cdef inline bint is_ours(PyObject* code):
    """Whether a frame of this code is wengert's own."""
    global last_of_ours, theirs
    cdef PyObject* name = (<PyCodeObject*>code).co_filename
    cdef PyObject* mine
    if name == <PyObject*>theirs:
        return False
    if name == <PyObject*>last_of_ours:
        return True
    mine = PyDict_GetItem(ours, name)
    if mine == NULL:
        ours[<object>name] = (<str>name).startswith(PACKAGE)
        mine = PyDict_GetItem(ours, name)
    if <object>mine is True:
        last_of_ours = <str><object>name
        return True
    theirs = <str><object>name
    return False


cdef class Frame:
    """What is read of a frame. There is one, which every caller reads at once: no other code runs before."""


cdef Frame found = Frame()


cpdef Frame frame(int skip=2):
    """The first frame outside wengert: its code and the instruction that runs.

    ``skip`` is for the pure build, where more of wengert's frames are known to come first.
    """
    cdef wg_frame* at
    if not WG_FRAMES:
        found.f_code, found.f_lasti = site_by_objects()
        return found
    at = wg_innermost()
    while at != NULL:
        if wg_runs(at) and not is_ours(wg_code(at)):
            found.f_code = <object>wg_code(at)
            found.f_lasti = wg_offset(at)
            return found
        at = wg_outer(at)
    found.f_code, found.f_lasti = NOWHERE
    return found


cpdef tuple site(int skip=2):
    """``(code, instruction)`` of the first frame outside wengert. Never a frame: that would keep its locals alive."""
    frame(skip)
    return (found.f_code, found.f_lasti)


cdef tuple site_by_objects():
    """Code and instruction through the objects of the frames: Note [Frames without objects]."""
    cdef PyFrameObject* frame = PyEval_GetFrame()
    cdef PyFrameObject* back
    cdef PyCodeObject* code
    cdef object found
    Py_XINCREF(<PyObject*>frame)
    while frame != NULL:
        code = PyFrame_GetCode(frame)
        if not is_ours(<PyObject*>code):
            found = (<object>code, PyFrame_GetLasti(frame))
            Py_DECREF(<object>code)
            Py_DECREF(<object>frame)
            return found
        Py_DECREF(<object>code)
        back = PyFrame_GetBack(frame)
        Py_DECREF(<object>frame)
        frame = back
    return NOWHERE
