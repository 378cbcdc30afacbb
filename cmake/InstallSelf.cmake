# What an installed heddle says of itself: completion where shells look for it, and man pages.
# Run by the installation, with `heddle` (the program that was built) and `scripts` set.
set(share "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share")
set(zsh zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh zsh/vendor-completions) # As Debian has it.
endif()

function(install_completion shell path)
  get_filename_component(directory "${share}/${path}" DIRECTORY)
  file(MAKE_DIRECTORY "${directory}")
  execute_process(COMMAND "${heddle}" completion ${shell} OUTPUT_FILE "${share}/${path}"
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()
install_completion(bash bash-completion/completions/heddle)
install_completion(zsh ${zsh}/_heddle)
install_completion(fish fish/vendor_completions.d/heddle.fish)

execute_process(COMMAND python3 "${scripts}/man_pages.py" "${heddle}" "${share}/man/man1"
                COMMAND_ERROR_IS_FATAL ANY)
