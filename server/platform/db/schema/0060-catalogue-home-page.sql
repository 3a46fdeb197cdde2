-- The home page as an administrator arranges it

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- The newest is shown; without any the home page is that of the specification.
create table home_arrangement (
  id int generated always as identity primary key,
  -- In their order, as contract/home-page.ts describes them.
  sections jsonb not null constraint home_arrangement_sections check (
    case when jsonb_typeof(sections) = 'array' then jsonb_array_length(sections) between 1 and 12 end is true),
  published_at timestamptz not null default now(),
  -- The page shows what is within its dates at this time, so that replicas and clocks of nodes play no part. A job writes it when
  -- a section or slide begins or ends, and a timer where the job failed.
  shown_as_of timestamptz not null default now(),
  -- When that is next.
  changes_at timestamptz[] not null
);
comment on table home_arrangement is 'An arrangement of the home page that was published.';
create trigger home_arrangements_changed after insert or update or delete or truncate on home_arrangement
  for each statement execute function note_tag('home');

create table home_draft (
  is_only boolean primary key default true check (is_only),
  -- Two administrators: who saves or publishes names the one that they have seen.
  version int not null default 0,
  -- Null: it is what is published.
  sections jsonb constraint home_draft_sections check (
    sections is null or case when jsonb_typeof(sections) = 'array' then jsonb_array_length(sections) between 1 and 12 end is true)
);
comment on table home_draft is 'The one arrangement of the home page that is edited and not published.';
insert into home_draft default values;
