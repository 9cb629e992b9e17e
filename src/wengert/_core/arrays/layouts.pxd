from . cimport copies, objects
