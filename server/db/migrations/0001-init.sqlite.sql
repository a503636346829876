create table users (
  id text primary key, email text not null unique, email_verified_at text, display_name text not null,
  about text not null default '', role text not null default 'member' check (role in ('limited', 'member', 'care', 'moderator', 'admin')),
  status text not null default 'active' check (status in ('active', 'pending', 'suspended', 'deleting')),
  name_folded text not null default '',
  password_hash text not null, created_at text not null, updated_at text not null, deletes_at text,
  deletes_prayers boolean not null default false, deletion_by text,
  awaits_approval boolean not null default false);
create index users_newest on users (created_at desc, id desc);
create index users_of_role on users (role, created_at desc, id desc);
create index users_staff on users (id) where role in ('care', 'moderator', 'admin');
create index users_of_status on users (status, created_at desc, id desc);
create index users_awaiting on users (created_at) where awaits_approval;
create index users_leaving on users (deletes_at) where deletes_at is not null;
create table sessions (
  id text primary key, user_id text not null references users on delete cascade,
  current_jti text not null, previous_jti text, rotated_at text not null, binding_hash text, device text not null,
  address_hash text not null,
  created_at text not null, last_seen_at text not null, expires_at text not null, confirmed_at text not null,
  second_factor_at text,
  revoked_at text, revoked_reason text);
create index sessions_of_user on sessions (user_id, revoked_at);
create table one_time_tokens (
  secret_hash text primary key,
  purpose text not null check (purpose in ('set_up', 'reset_password', 'verify_email', 'change_email', 'invitation')),
  user_id text references users on delete cascade, email text, created_at text not null, expires_at text not null,
  consumed_at text);
create index one_time_tokens_of_user on one_time_tokens (user_id, purpose);
create table totp_secrets (
  user_id text primary key references users on delete cascade, secret_sealed text not null, confirmed_at text,
  last_step integer not null default 0, created_at text not null);
create table recovery_codes (
  user_id text not null references users on delete cascade, code_hash text not null, used_at text,
  primary key (user_id, code_hash));
create table passkeys (
  id text primary key, user_id text not null references users on delete cascade, public_key text not null,
  counter integer not null, transports json not null, name text not null, created_at text not null,
  last_used_at text);
create index passkeys_of_user on passkeys (user_id);
create table passkey_challenges (
  challenge_hash text primary key, user_id text references users on delete cascade, expires_at text not null);
create index one_time_tokens_old on one_time_tokens (expires_at);
create table invitations (
  id text primary key, secret_hash text not null unique, email text, note text not null default '',
  created_by text references users on delete set null, created_at text not null, expires_at text not null,
  revoked_at text, max_uses integer not null, uses integer not null default 0);
create index invitations_newest on invitations (created_at);
create table sent_mails (id text primary key, address_hash text not null, sent_at text not null);
create index sent_mails_to on sent_mails (address_hash, sent_at);
create index sent_mails_old on sent_mails (sent_at);
create table security_events (
  id text primary key, user_id text references users on delete set null, kind text not null,
  detail json not null, created_at text not null);
create index security_events_of_user on security_events (user_id, created_at);
create table settings (
  key text primary key, value json not null, updated_at text not null,
  updated_by text references users on delete set null);
create table audit_log (
  id text primary key, actor_id text, action text not null, target_type text, target_id text, reason text,
  detail json not null, created_at text not null);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_of_target on audit_log (target_id, created_at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_of_action on audit_log (action, created_at desc, id desc);
create trigger audit_log_no_update before update on audit_log begin select raise(abort, 'audit_log is append-only'); end;
create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, 'audit_log is append-only'); end;
create table categories (
  id text primary key, key text unique, name text not null, name_folded text not null unique,
  description text not null default '', color text, "order" integer not null, prayer_count integer not null default 0,
  created_at text not null, updated_at text not null);
create table groups (
  id text primary key, name text not null, name_folded text not null unique, description text not null default '',
  joining text not null default 'request' check (joining in ('open', 'request', 'invite')),
  is_listed boolean not null default true, posting text not null default 'members' check (posting in ('members', 'leaders')),
  member_count integer not null default 0, created_at text not null, updated_at text not null);
create table memberships (
  group_id text not null references groups on delete cascade, user_id text not null references users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'leader', 'member')),
  status text not null default 'active' check (status in ('active', 'pending', 'invited', 'banned')),
  seen_at text, created_at text not null, updated_at text not null, primary key (group_id, user_id));
create index memberships_of_leaders on memberships (group_id, status, created_at, user_id) where role in ('owner', 'leader');
create index memberships_of_group on memberships (group_id, status, created_at, user_id);
create index memberships_of_user on memberships (user_id, status, group_id);
create table group_invites (
  id text primary key, group_id text not null references groups on delete cascade, code_hash text not null unique,
  created_by text references users on delete set null, created_at text not null, expires_at text not null,
  revoked_at text, max_uses integer, uses integer not null default 0);
create index group_invites_of_group on group_invites (group_id);
create table prayers (
  id text primary key, author_id text references users on delete set null, group_id text references groups on delete cascade,
  title text, content text not null, language text check (language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')), is_anonymous boolean not null,
  visibility text not null check (visibility in ('public', 'members', 'group', 'team', 'private')),
  status text not null default 'open' check (status in ('open', 'answered', 'answered_differently', 'ongoing', 'passed_away', 'withdrawn', 'archived')),
  publication text not null default 'published' check (publication in ('published', 'held', 'hidden', 'deleted')),
  held_reason text check (held_reason in ('crisis', 'links', 'urgent', 'first_post', 'all_held', 'limited', 'reports', 'moderator')), held_at text, kept_at text,
  alert text check (alert in ('self_harm', 'third_person', 'unsafe_home')), acknowledged_by text references users on delete set null, acknowledged_at text,
  pray_count integer not null default 0, update_count integer not null default 0,
  shows_pray_count boolean not null default true, waiting_order integer not null default 0, is_urgent boolean not null, is_guarded boolean not null,
  about_other boolean not null, created_at text not null, listed_at text not null, updated_at text not null,
  last_activity_at text not null, answered_at text, expires_at text,
  asked_at text, expected_told_at text, deleted_at text,
  check ((visibility = 'group') = (group_id is not null)));
create index prayers_public on prayers (listed_at desc, id desc) where publication = 'published' and visibility = 'public';
create index prayers_published on prayers (listed_at desc, id desc) where publication = 'published';
create index prayers_public_waiting on prayers (waiting_order, listed_at desc, id desc)
  where publication = 'published' and visibility = 'public';
create index prayers_published_waiting on prayers (waiting_order, listed_at desc, id desc) where publication = 'published';
create index prayers_answered on prayers (answered_at desc, id desc) where publication = 'published' and answered_at is not null;
create index prayers_of_author on prayers (author_id, listed_at desc, id desc);
create index prayers_of_group on prayers (group_id, listed_at desc, id desc) where group_id is not null;
create index prayers_hidden on prayers (listed_at desc, id desc) where publication = 'hidden';
create index prayers_held on prayers (held_at, id) where publication = 'held';
create index prayers_acknowledged on prayers (acknowledged_by) where acknowledged_by is not null;
create index prayers_of_group_waiting on prayers (group_id, waiting_order, listed_at desc, id desc)
  where group_id is not null;
create index prayers_of_group_answered on prayers (group_id, answered_at desc, id desc)
  where group_id is not null and answered_at is not null;
create index prayers_quiet on prayers (last_activity_at, id)
  where publication = 'published' and status in ('open', 'ongoing');
create index prayers_expected on prayers (expires_at)
  where publication = 'published' and status in ('open', 'ongoing') and expected_told_at is null and expires_at is not null;
create index prayers_deleted on prayers (deleted_at) where deleted_at is not null;
create table search_places (place integer primary key, prayer_request_id text not null unique references prayers on delete cascade);
create virtual table search_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
create trigger search_places_gone after delete on search_places
  begin delete from search_words where rowid = old.place; end;
create table prayer_edits (
  id text primary key, prayer_request_id text not null references prayers on delete cascade, title text,
  content text not null, visibility text not null check (visibility in ('public', 'members', 'group', 'team', 'private')),
  edited_by text references users on delete set null, created_at text not null);
create index prayer_edits_of_prayer on prayer_edits (prayer_request_id, created_at);
create index prayer_edits_of_editor on prayer_edits (edited_by, created_at) where edited_by is not null;
create table prayer_updates (
  id text primary key, prayer_request_id text not null references prayers on delete cascade,
  author_id text references users on delete set null, content text not null, status text check (status in ('open', 'answered', 'answered_differently', 'ongoing', 'passed_away', 'withdrawn', 'archived')),
  language text check (language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')),
  publication text not null default 'published' check (publication in ('published', 'held', 'hidden', 'deleted')),
  created_at text not null, updated_at text not null);
create index prayer_updates_of_prayer on prayer_updates (prayer_request_id, created_at);
create index prayer_updates_of_author on prayer_updates (author_id, created_at) where author_id is not null;
create table translations (
  text_hash text not null, target text not null check (target in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')),
  prayer_request_id text not null references prayers on delete cascade, update_id text references prayer_updates on delete cascade,
  title text, content text not null, created_at text not null, primary key (text_hash, target));
create index translations_of_prayer on translations (prayer_request_id);
create index translations_of_update on translations (update_id) where update_id is not null;
create index translations_oldest on translations (created_at);
create trigger prayers_translations after update of title, content, visibility, publication, is_guarded on prayers begin delete from translations where prayer_request_id = new.id; end;
create trigger prayer_updates_translations after update of content, publication on prayer_updates begin delete from translations where update_id = new.id; end;
create table prayed (
  prayer_request_id text not null references prayers on delete cascade, user_id text not null references users on delete cascade,
  first_prayed_at text not null, prayed_at text not null, primary key (prayer_request_id, user_id));
create index prayed_of_user on prayed (user_id, prayed_at);
create table prayer_categories (
  prayer_request_id text not null references prayers on delete cascade, category_id text not null references categories on delete cascade,
  is_machine_generated boolean not null, confidence real, position integer not null default 0,
  listed_at text not null, created_at text not null, primary key (prayer_request_id, category_id));
create index prayer_categories_listed on prayer_categories (category_id, listed_at desc, prayer_request_id desc);
create index prayer_categories_machine on prayer_categories (listed_at desc, prayer_request_id desc, category_id)
  where is_machine_generated;
create table classifications (
  prayer_request_id text primary key references prayers on delete cascade, model_id text not null, labels json not null,
  scores json not null, doubt text check (doubt in ('unsorted', 'unsure', 'disagrees')), classified_at text not null);
create index classifications_doubted on classifications (prayer_request_id) where doubt is not null;
create index classifications_of_model on classifications (model_id);
create table classification_examples (
  prayer_request_id text primary key references prayers on delete cascade, categories json not null,
  wrong json not null, taught_at text not null, is_trusted boolean not null default false, left_out_at text);
create index classification_examples_newest on classification_examples (taught_at desc);
create table classifier_versions (
  id text primary key, base_id text not null, is_active boolean not null default false,
  reason text not null check (reason in ('learned', 'rebuilt', 'stepped_back')), revision integer not null default 0, until text not null,
  fingerprint text not null, example_count integer not null, held_out_count integer not null default 0,
  right_before integer not null default 0, right_after integer not null default 0, created_at text not null);
create unique index classifier_versions_active on classifier_versions (is_active) where is_active;
create table classifier_columns (
  version_id text not null references classifier_versions on delete cascade, column_id text not null,
  weights text not null, primary key (version_id, column_id));
create table classification_runs (
  id text primary key, status text not null check (status in ('running', 'done', 'cancelled')),
  total integer not null, done integer not null default 0, changed integer not null default 0, cursor text,
  created_at text not null, finished_at text);
create unique index classification_runs_one on classification_runs (status) where status = 'running';
create table reactions (
  id text primary key, user_id text not null references users on delete cascade,
  prayer_request_id text references prayers on delete cascade, update_id text references prayer_updates on delete cascade,
  type text not null check (type in ('amen', 'heart', 'thanks', 'with_you', 'praise')), created_at text not null,
  check ((prayer_request_id is null) <> (update_id is null)));
create unique index reactions_once_a_prayer on reactions (prayer_request_id, user_id, type) where prayer_request_id is not null;
create unique index reactions_once_an_update on reactions (update_id, user_id, type) where update_id is not null;
create index reactions_of_user on reactions (user_id);
create table reaction_counts (
  target_id text not null, type text not null, count integer not null, primary key (target_id, type));
create table follows (
  prayer_request_id text not null references prayers on delete cascade, user_id text not null references users on delete cascade,
  created_at text not null, primary key (prayer_request_id, user_id));
create index follows_of_user on follows (user_id, created_at);
create table prayer_lists (
  id text primary key, user_id text not null references users on delete cascade, name text not null,
  "order" integer not null, created_at text not null);
create index prayer_lists_of_user on prayer_lists (user_id, "order");
create table prayer_list_items (
  prayer_list_id text not null references prayer_lists on delete cascade,
  prayer_request_id text not null references prayers on delete cascade, "order" integer not null,
  created_at text not null, primary key (prayer_list_id, prayer_request_id));
create index prayer_list_items_of_prayer on prayer_list_items (prayer_request_id);
create table reminders (
  id text primary key, user_id text not null references users on delete cascade,
  prayer_request_id text references prayers on delete cascade, prayer_list_id text references prayer_lists on delete cascade,
  remind_at text not null, repeats text not null check (repeats in ('once', 'daily', 'weekly')), created_at text not null);
create index reminders_due on reminders (remind_at);
create index reminders_of_user on reminders (user_id);
create table reports (
  id text primary key, reporter_id text not null references users on delete cascade,
  prayer_request_id text references prayers on delete cascade, update_id text references prayer_updates on delete cascade,
  report_type text not null, reason text not null default '',
  status text not null default 'open' check (status in ('open', 'in_review', 'actioned', 'dismissed')),
  decision text not null default 'none', decision_reason text,
  assigned_to text references users on delete set null, decided_by text references users on delete set null,
  decided_with text references reports on delete set null,
  created_at text not null, updated_at text not null, decided_at text);
create index reports_of_case on reports (decided_with) where decided_with is not null;
create unique index reports_once_a_prayer on reports (prayer_request_id, reporter_id) where prayer_request_id is not null;
create unique index reports_once_an_update on reports (update_id, reporter_id) where update_id is not null;
create index reports_of_reporter on reports (reporter_id, created_at);
create index reports_queue on reports (status, created_at);
create index reports_of_type on reports (report_type, status);
create table decisions (
  id text primary key, prayer_request_id text not null references prayers on delete cascade,
  update_id text references prayer_updates on delete cascade, report_id text references reports on delete set null,
  decision text not null check (decision in ('none', 'edited', 'hidden', 'removed', 'warned', 'limited', 'banned', 'referred', 'referred_to_care', 'kept_held')), template text check (template in ('private_information', 'respect', 'sexual', 'spam_or_money', 'not_true', 'illegal', 'care', 'other')),
  message text, reason text, restores json not null, is_crisis boolean not null default false,
  decided_by text references users on delete set null, decided_at text not null, undone_at text,
  appeal text, appealed_at text, appeal_outcome text check (appeal_outcome in ('upheld', 'overturned')),
  appeal_answer text, appeal_decided_by text references users on delete set null, appeal_decided_at text);
create index decisions_of_prayer on decisions (prayer_request_id, decided_at);
create index decisions_of_update on decisions (update_id) where update_id is not null;
create index decisions_of_report on decisions (report_id, decided_at) where report_id is not null;
create index decisions_appealed on decisions (appealed_at, id) where appealed_at is not null and appeal_outcome is null;
create index decisions_of_decider on decisions (decided_by) where decided_by is not null;
create index decisions_of_answerer on decisions (appeal_decided_by) where appeal_decided_by is not null;
create table content (
  id text primary key, title text not null, slug text, content text not null,
  content_type text not null check (content_type in ('guide', 'help', 'legal', 'update', 'notification')),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  published boolean not null default false, featured boolean not null default false,
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')), metadata json not null,
  user_id text references users on delete cascade,
  audience text not null default 'everybody' check (audience in ('everybody', 'members', 'staff')),
  shown_from text, shown_until text, created_by text references users on delete set null,
  created_at text not null, updated_at text not null, published_at text, unique (slug, language));
create index content_listed on content (content_type, status, published_at desc);
create index content_of_user on content (user_id, created_at) where user_id is not null;
create table content_versions (
  id text primary key, content_id text not null references content on delete cascade, title text not null,
  content text not null, edited_by text references users on delete set null, created_at text not null);
create index content_versions_of_content on content_versions (content_id, created_at);
create table content_drafts (
  id text primary key, content_id text references content on delete cascade,
  user_id text not null references users on delete cascade, words json not null, based_on text,
  updated_at text not null);
create unique index content_drafts_of_user on content_drafts (user_id, content_id);
create unique index content_drafts_unsaved on content_drafts (user_id) where content_id is null;
create index content_drafts_of_content on content_drafts (content_id);
create table notification_reads (
  content_id text not null references content on delete cascade, user_id text not null references users on delete cascade,
  read_at text not null, primary key (content_id, user_id));
create index notification_reads_of_user on notification_reads (user_id);
create table notifications (
  id text primary key, user_id text not null references users on delete cascade, kind text not null,
  prayer_request_id text references prayers on delete cascade, update_id text references prayer_updates on delete cascade,
  group_id text references groups on delete cascade, payload json not null, read_at text, created_at text not null,
  decision_id text references decisions on delete cascade);
create index notifications_of_decision on notifications (decision_id) where decision_id is not null;
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_of_prayer on notifications (prayer_request_id, user_id) where prayer_request_id is not null;
create table themes (
  id text primary key, name text not null, name_folded text not null unique, description text not null default '',
  "order" integer not null, is_default boolean not null default false, colors json not null, font json not null,
  typography json not null, ui json not null, created_at text not null, updated_at text not null);
create unique index themes_one_default on themes (is_default) where is_default;
create table preferences (
  user_id text primary key references users on delete cascade, theme_preference text references themes on delete set null,
  preferred_language text check (preferred_language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')),
  appearance text check (appearance in ('light', 'dark', 'system')),
  text_size text check (text_size in ('small', 'normal', 'large')), notify json not null default '{}',
  shows_pray_counts boolean not null default true, translation_consent text, speech_consent text);
create index preferences_of_theme on preferences (theme_preference) where theme_preference is not null;
create table jobs (
  id text primary key, kind text not null, payload json not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')), unique_key text,
  attempts integer not null default 0, max_attempts integer not null, run_at text not null, locked_until text,
  last_error text, created_at text not null, finished_at text);
create index jobs_due on jobs (run_at, id) where status = 'queued';
create index jobs_locked on jobs (locked_until) where status = 'running';
create index jobs_finished on jobs (finished_at) where status in ('done', 'failed');
create index jobs_failed on jobs (finished_at) where status = 'failed';
create unique index jobs_once on jobs (unique_key) where unique_key is not null and status in ('queued', 'running');
create table events (
  id integer primary key autoincrement, kind text not null, audience text not null check (audience in ('members', 'group', 'person', 'team', 'moderator')), audience_id text,
  except_id text, prayer_request_id text, group_id text, notification_id text, pray_count integer, created_at text not null);
create index events_old on events (created_at);
create table checks (
  name text primary key, outcome text not null, is_well boolean not null, detail json not null, ms integer not null,
  checked_at text not null, succeeded_at text);
create table idempotency_keys (
  user_id text not null references users on delete cascade, key text not null, request_hash text not null, response text,
  created_at text not null, primary key (user_id, key));
create index idempotency_keys_old on idempotency_keys (created_at);
create table rate_limits (key text primary key, points integer not null, expires_at text not null);
create index rate_limits_old on rate_limits (expires_at);
