-- Guesses of a second factor are counted by the browsers in which it was given (server/people/identity/rate-limits.ts)

-- Whether a code of the present authenticator app, or a recovery code, was given in this browser. Set to false when another app is
-- set up, and for browsers from before this column: the next log-in there sets it.
alter table known_browser add factor_given boolean not null default false;
