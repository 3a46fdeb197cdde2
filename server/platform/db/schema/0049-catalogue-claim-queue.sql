-- The queue of green claims

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Administrators read claims of any one state in the order in which they came into it. Replaces the index of those that wait.
create index green_claim_by_state on green_claim (state, state_at, id);
drop index green_claim_waiting;
