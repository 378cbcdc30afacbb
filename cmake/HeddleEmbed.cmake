# heddle_embed(TARGET SYMBOL FILE...): puts files into the binary, as
# `std::span<const heddle::support::EmbeddedFile> heddle::embedded::SYMBOL()` (support/embedded.h).
function(heddle_embed target symbol)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND python3 ${CMAKE_SOURCE_DIR}/scripts/embed.py ${symbol} ${out} ${ARGN}
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/scripts/embed.py
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
