-- Guesses of a second factor are counted by the browsers in which it was given (server/people/identity/rate-limits.ts)

-- Whether a code of the present authenticator app, or a recovery code, was given in this browser. Set to false when another app is
-- set up, and for browsers from before this column: the next log-in there sets it.
alter table known_browser add factor_given boolean not null default false;

-- No code was ever stored as a keyed hash: the shop read the column and never wrote it.
alter table recovery_code drop column code_hash;
alter table recovery_code alter beginning set not null, alter password_hash set not null;
