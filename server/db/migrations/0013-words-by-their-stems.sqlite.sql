alter table groups add column search_folded text not null default '';
insert into jobs (id, kind, payload, max_attempts, run_at, created_at)
  select '01900000-0000-7000-8000-000000000130', 'database.reindex', '{"table": "prayers"}', 6, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where exists (select 1 from prayers);
insert into jobs (id, kind, payload, max_attempts, run_at, created_at)
  select '01900000-0000-7000-8000-000000000131', 'database.reindex', '{"table": "users"}', 6, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where exists (select 1 from users);
insert into jobs (id, kind, payload, max_attempts, run_at, created_at)
  select '01900000-0000-7000-8000-000000000132', 'database.reindex', '{"table": "groups"}', 6, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where exists (select 1 from groups);
