# cython: boundscheck=False, wraparound=False
"""Where code is running: the line of the user's program that called into wengert.

``sites.py`` says the same in Python, for the pure build.
"""

from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF

from .. import errors

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
cdef tuple NOWHERE = (None, -1)


cpdef tuple site(int skip=2):
    """``(code, instruction)`` of the first frame outside wengert. Never a frame: that would keep its locals alive.

    ``skip`` is for the pure build, where more of wengert's frames are known to come first.
    """
    cdef PyFrameObject* frame = PyEval_GetFrame()
    cdef PyFrameObject* back
    cdef PyCodeObject* code
    cdef PyObject* mine
    cdef object found
    Py_XINCREF(<PyObject*>frame)
    while frame != NULL:
        code = PyFrame_GetCode(frame)
        mine = PyDict_GetItem(ours, code.co_filename)
        if mine == NULL:
            ours[<object>code.co_filename] = (<str>code.co_filename).startswith(PACKAGE)
            mine = PyDict_GetItem(ours, code.co_filename)
        if <object>mine is False:
            found = (<object>code, PyFrame_GetLasti(frame))
            Py_DECREF(<object>code)
            Py_DECREF(<object>frame)
            return found
        Py_DECREF(<object>code)
        back = PyFrame_GetBack(frame)
        Py_DECREF(<object>frame)
        frame = back
    return NOWHERE
