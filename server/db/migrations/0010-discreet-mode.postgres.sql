alter table preferences add column is_discreet boolean not null default false;
