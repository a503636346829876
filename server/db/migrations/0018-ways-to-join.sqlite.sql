alter table users add column join_answer text;
alter table sign_ups add column join_answer text;
alter table invitations add column code text;
create unique index invitations_with_code on invitations ((1)) where code is not null and revoked_at is null;
