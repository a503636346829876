alter table users add column has_unproven_holder boolean not null default false;
