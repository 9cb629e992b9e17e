"""Files of tensors: PyTorch's ``.pt`` files are read and written without PyTorch.

- ``serialization``: ``save`` and ``load``
- ``stored``: memory as a file has it, and where it goes
- ``archive``, ``older_format``: the two formats of bytes
- ``whole_files``: how a file takes the place of another
- ``public_names``, ``pickled_names``, ``rebuilding``: what stands behind the names in a pickle
- ``restricted``: the unpickler that calls nothing but what is known to be harmless
- ``other_formats``: ``.safetensors`` and ``.npz``
"""
