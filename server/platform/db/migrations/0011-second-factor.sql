-- When the password was last given in this session: sensitive views ask how long ago that was.
alter table session add column confirmed_at timestamptz not null default now();

create table second_factor (
  account_id uuid primary key references account on delete cascade,
  secret_sealed text not null,
  -- Null until a code of it was entered once; until then it asks nobody for anything.
  confirmed_at timestamptz,
  -- The time step of the newest code that was accepted: it and all before it are used up.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
