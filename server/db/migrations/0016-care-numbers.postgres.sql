alter table users add column care_number text;
alter table care_case_entries drop constraint care_case_entries_act_check;
alter table care_case_entries add constraint care_case_entries_act_check
  check (act in ('message', 'reply', 'note', 'opened', 'found_again', 'told', 'taken', 'offered', 'handed_over', 'unanswered', 'published', 'kept', 'closed', 'reopened'));
