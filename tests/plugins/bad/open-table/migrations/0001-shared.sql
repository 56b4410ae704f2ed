create table shared (id uuid primary key, body text not null);
