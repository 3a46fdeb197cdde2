-- What administrators are trusted with, how they are invited, and the calls that a second one of them has to confirm

alter table account add column duties text[] not null default '{}'
  constraint account_duties check (duties <@ array['owner', 'finance', 'catalogue', 'support'])
  constraint account_duties_are_an_administrators check (role = 'ADMIN' or duties = '{}');
comment on column account.duties is 'What an administrator may do; an owner may do everything.';
update account set duties = '{owner}' where role = 'ADMIN';
create index account_administrator on account (id) where role = 'ADMIN';

-- The last owner who can log in stays. Two who remove each other wait here for one another: the second one finds no owner left.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  -- Set by the removal of the demo shop, after which an operator makes the first owner.
  if current_setting('hariyali.may_leave_no_owner', true) = 'yes' then return null; end if;
  perform pg_advisory_xact_lock(1700172);
  if not exists (select from account where role = 'ADMIN' and suspended_at is null and 'owner' = any(duties)) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'account_last_owner';
  end if;
  return null;
end $$;
create trigger account_last_owner after update of role, duties, suspended_at or delete on account
  for each row when (old.role = 'ADMIN' and old.suspended_at is null and 'owner' = any(old.duties))
  execute function keep_an_owner();

-- The token is in the mailed link; the row is deleted when it is used.
create table invitation (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  duties text[] not null check (duties <@ array['owner', 'finance', 'catalogue', 'support'] and duties <> '{}'),
  token_hash bytea not null unique,
  -- Only an owner's invitation is good: it goes with the account, and is void while that is suspended.
  invited_by uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table invitation is 'Somebody who may become an administrator by the link in a mail.';
create index invitation_expiry on invitation (expires_at);
create index invitation_inviter on invitation (invited_by);

-- Nobody confirms their own call. Names are copies, as in the audit.
create table approval (
  id uuid primary key,
  -- The endpoint, and its params and body as they were sent, encrypted.
  operation text not null,
  call_sealed text not null,
  -- What is to be decided, in words: pairs of label and value. Where they are others at the confirmation, nothing is done.
  facts jsonb not null,
  asked_by uuid not null references account on delete cascade,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- 'failed': confirmed, and then refused by the shop.
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'withdrawn', 'failed')),
  decided_by uuid references account on delete set null,
  decided_by_name text,
  decided_at timestamptz,
  -- The reply of the confirmed call, or why it was declined.
  outcome text,
  constraint approval_decided check ((state = 'waiting') = (decided_at is null)),
  constraint approval_not_ones_own check (state in ('waiting', 'withdrawn') or decided_by is distinct from asked_by)
);
comment on table approval is 'A call of an administrator that a second one confirms or declines.';
create index approval_age on approval (asked_at);
create index approval_asker on approval (asked_by);
create index approval_decider on approval (decided_by);
