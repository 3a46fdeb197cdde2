import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { CircleAlert } from '../ui/more-icons.tsx'

interface Props {
  text: string | null
  /**
   * The session ended while the form was open. The form stays as it is, because a redirect to the login would lose
   * what was typed.
   */
  loggedOut?: boolean
}

/** The problem of a form as a whole; screen readers announce it as soon as it appears. */
export function FormProblem({ text, loggedOut = false }: Props) {
  return (
    <div className={text || loggedOut ? undefined : 'hidden'}>
      <div role="alert">
        {text && (
          <p className="flex gap-2.5 rounded-xl bg-clay-soft px-4 py-3 text-sm font-medium text-clay">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            {text}
          </p>
        )}
      </div>
      {loggedOut && (
        <p className="mt-2 text-sm text-muted">
          <Link to={paths.login()} target="_blank" className="font-semibold text-forest underline">
            Log in
          </Link>{' '}
          in a new tab, then save again. Nothing that you typed here is lost.
        </p>
      )}
    </div>
  )
}
