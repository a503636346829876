alter table invitations add column name text not null default '', add column words text not null default '', add column language text,
  add column role text not null default 'member' check (role in ('member', 'limited')),
  add column group_id uuid references groups on delete set null, add column list_id uuid,
  add column mail text check (mail in ('waiting', 'sent', 'refused')), add column opened_at timestamptz(3),
  add column proves_address boolean not null default false;
create index invitations_of_list on invitations (list_id) where list_id is not null;
create index invitations_by_email on invitations (email) where email is not null;
create index invitations_of_group on invitations (group_id) where group_id is not null;
