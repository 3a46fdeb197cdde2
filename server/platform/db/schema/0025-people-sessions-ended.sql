-- A call that waits for a second administrator ends with sessions of who asked for it (server/administration/approvals/)

-- When sessions of an administrator were ended last, but for logging out: somebody else may have been in one of them.
alter table account add column sessions_ended_at timestamptz;
