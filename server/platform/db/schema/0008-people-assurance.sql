-- People: what was given in a session, and known browsers

-- When a code of the authenticator app, or a recovery code, was last given in this session; null if never. Beside it stands
-- `confirmed_at`, the same for the password.
alter table session add factor_at timestamptz;

-- A session of an account with an authenticator app in which no code was given since the app was set up is worth nothing. All
-- statements read sessions through this view.
create view assured_session as
  select s.*, f.account_id is not null as has_factor,
    -- Of both, the one that was given longer ago.
    case when f.account_id is null then s.confirmed_at else least(s.confirmed_at, s.factor_at) end as assured_at
  from session s
  left join second_factor f on f.account_id = s.account_id and f.confirmed_at is not null
  where f.account_id is null or s.factor_at >= f.confirmed_at;

comment on table second_factor is 'The authenticator app of a seller or an administrator.';

create table known_browser (
  account_id uuid not null references account on delete cascade,
  token_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (account_id, token_hash)
);
comment on table known_browser is 'A browser in which somebody has logged in to an account.';
create index known_browser_used on known_browser (used_at);

-- Tries are counted by browser and network (server/people/identity/code-tries.ts). The column is for the version before only.
alter table one_time_code alter tries_left set default 5;
