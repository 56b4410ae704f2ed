-- Questions by which versions of a prompt are compared.
create table plg_ai.test_question (
  tenant_id uuid not null,
  prompt_id uuid not null,
  position int not null,
  question text not null check (char_length(question) between 1 and 2000),
  -- What an answer has to say; alternatives stand with | between them.
  facts text[] not null,
  -- The answer has to be a refusal, or a person.
  refuses boolean not null,
  primary key (tenant_id, prompt_id, position),
  foreign key (tenant_id, prompt_id) references plg_ai.prompt on delete cascade
);

-- A version that answers, or has answered, the questions as they were when it began.
create table plg_ai.test_run (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  prompt_id uuid not null,
  version int not null,
  content jsonb not null,
  started_at timestamptz not null default now(),
  started_by uuid not null,
  finished_at timestamptz,
  -- Why it ended before its last question.
  failure text check (char_length(failure) <= 60),
  primary key (tenant_id, id),
  foreign key (tenant_id, prompt_id) references plg_ai.prompt on delete cascade
);
create index test_run_prompt on plg_ai.test_run (tenant_id, prompt_id, id);

create table plg_ai.test_result (
  tenant_id uuid not null,
  run_id uuid not null,
  position int not null,
  question text not null,
  facts text[] not null,
  refuses boolean not null,
  -- Null until it was asked: what was answered, and what was judged of it.
  result jsonb,
  primary key (tenant_id, run_id, position),
  foreign key (tenant_id, run_id) references plg_ai.test_run on delete cascade
);
