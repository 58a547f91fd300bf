# Bugs of the library that its generators must find: a test of each is the generator with one source that has the bug,
# and passes if the generator fails. A text that is not in the source any more ends the configuration.
function(plant bug generator source text replacement)
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/src/${source}.c sound)
  string(REPLACE "${text}" "${replacement}" wrong "${sound}")
  if(wrong STREQUAL sound)
    message(FATAL_ERROR "planted bug ${bug}: src/${source}.c has no \"${text}\"")
  endif()
  set(planted ${CMAKE_BINARY_DIR}/planted/${bug}.c)
  file(CONFIGURE OUTPUT ${planted} CONTENT "@wrong@" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${source}.c)
  add_executable(planted_${bug} tests/${generator}_test.c ${planted}) # before the library, whose object it replaces
  target_include_directories(planted_${bug} PRIVATE include src tests)
  target_compile_options(planted_${bug} PRIVATE -w)
  target_link_options(planted_${bug} PRIVATE ${ARGN})
  target_link_libraries(planted_${bug} PRIVATE verbus_client_static)
  add_test(NAME planted_${bug} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tests/finds.sh $<TARGET_FILE:planted_${bug}>)
  set_tests_properties(planted_${bug} PROPERTIES TIMEOUT 600)
endfunction()

plant(copy_unchecked lapping reader "if (log_has_passed(reader->log, *lowest)) {
        reader->discarded" "if (!reader->is_copying && log_has_passed(reader->log, *lowest)) {
        reader->discarded" ${LAPPING_LINK})
plant(part_unchecked lapping reader "if (log_has_passed(reader->log, reader->position)) {
        reader->discarded" "if (0) {
        reader->discarded" ${LAPPING_LINK})
plant(budget_unlimited budgets budgets "return budgets->names[i].used_ns >= budgets->first_read_ns;" "return false;")
plant(budget_uncharged budgets budgets "budget->used_ns += ns < most ? ns : most;" "(void)ns, (void)most;")
plant(budget_of_each_life budgets readers "if (budgets_is_used_up(&publication->budgets, name))
        return VERBUS_REFUSAL_BUDGET;" "")
plant(budget_not_evicting budgets readers "position < awaited && !peer->usage.has_read" "false")
plant(budget_repaid_at_once budgets budgets "repaid >= (double)budget->used_ns" "repaid > 0")
plant(budget_not_repaid budgets budgets "(usage->is_indebted && has_read_all)" "(usage->is_indebted && !has_read_all)")
