-- People: the team of a shop. Members log in with accounts of their own, and act for the shop in the areas that its owner gave them

create table team_member (
  account_id uuid primary key references account on delete cascade,
  seller_id uuid not null references seller on delete cascade,
  name text not null,
  areas text[] not null check (areas <@ array['orders', 'products', 'money'] and areas <> '{}'),
  joined_at timestamptz not null default now(),
  constraint team_member_is_not_its_owner check (account_id <> seller_id)
);
comment on table team_member is 'A person whom a seller trusts with areas of their shop.';
create index team_member_seller on team_member (seller_id);

-- The token is in the mailed link; the row is deleted when it is used.
create table team_invitation (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  email text not null check (email = lower(email)),
  areas text[] not null check (areas <@ array['orders', 'products', 'money'] and areas <> '{}'),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  invited_at timestamptz not null default now(),
  constraint team_invitation_one unique (seller_id, email)
);
comment on table team_invitation is 'A person whom a seller has invited into their team.';
create index team_invitation_expiry on team_invitation (expires_at);

-- Members of a shop that is suspended are suspended with it, and reinstated with it; those of a deleted one are deleted. Triggers decide
-- it, so that it holds however an account is suspended, restored or removed.
create function team_follows_shop() returns trigger language plpgsql as $$
begin
  if new.suspended_at is not null then
    update account set suspended_at = new.suspended_at, suspended_reason = new.suspended_reason
    where suspended_at is null and id in (select account_id from team_member where seller_id = new.id);
    delete from session where account_id in (select account_id from team_member where seller_id = new.id);
    delete from one_time_code where account_id in (select account_id from team_member where seller_id = new.id);
  end if;
  if new.deleted_at is not null then
    delete from account where id in (select account_id from team_member where seller_id = new.id);
  elsif new.suspended_at is null then
    -- Not who was suspended at another time, for themselves.
    update account set suspended_at = null, suspended_reason = null
    where suspended_at = old.suspended_at and id in (select account_id from team_member where seller_id = new.id);
  end if;
  if new.suspended_at is not null or new.deleted_at is not null then
    delete from team_invitation where seller_id = new.id;
  end if;
  return null;
end $$;
create trigger team_follows_shop after update on account for each row
  when (new.role = 'SELLER' and (old.suspended_at, old.deleted_at) is distinct from (new.suspended_at, new.deleted_at))
  execute function team_follows_shop();

create function end_team() returns trigger language plpgsql as $$
begin
  delete from account where id in (select account_id from team_member where seller_id = old.account_id);
  return old;
end $$;
create trigger seller_ends_team before delete on seller for each row execute function end_team();

-- Nobody joins a shop that is suspended or being deleted: who joins at that moment waits for it, and is refused.
create function join_open_shop() returns trigger language plpgsql as $$
begin
  perform from account where id = new.seller_id and suspended_at is null and deletion_asked_at is null for share;
  if not found then
    raise exception 'shop % takes nobody into its team', new.seller_id
      using errcode = 'check_violation', constraint = 'team_member_of_open_shop';
  end if;
  return new;
end $$;
create trigger team_member_of_open_shop before insert on team_member for each row execute function join_open_shop();
