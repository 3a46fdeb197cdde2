/** Data that a page does not wait for: it opens with a loading text where they take longer than a moment. */
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Data that come faster are shown without the loading text; going back then also finds its scroll position. */
const patienceMs = 150

/** In an object, because an async function cannot return a promise. */
export interface LateData<T> {
  data: T | Promise<T | { login: string }>
}

/** For a `clientLoader`: returns the data where they come at once, else their promise. `loading` runs in `requireSession`. */
export async function lateData<T extends object>(loading: Promise<T>): Promise<LateData<T>> {
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const loaded = await Promise.race([loading, patience])
  return { data: loaded ?? loading.catch(loginOf) }
}

/** Once the page is open, the router does not follow the redirect that `requireSession` throws. */
function loginOf(error: unknown): { login: string } {
  const login = error instanceof Response ? error.headers.get('Location') : null
  if (!login) throw error
  return { login }
}

interface Props<T> {
  late: LateData<T>
  fallback: ReactNode
  children: (data: T) => ReactNode
}

/** Shows `fallback` until the data are there. With another `key` it does so again, without it the earlier data stay meanwhile. */
export function WhenLoaded<T extends object>({ late, fallback, children }: Props<T>) {
  return (
    <Suspense fallback={fallback}>
      <Loaded late={late}>{children}</Loaded>
    </Suspense>
  )
}

function Loaded<T extends object>({ late: { data }, children }: Omit<Props<T>, 'fallback'>) {
  const loaded = data instanceof Promise ? use(data) : data
  return 'login' in loaded ? <LogIn at={loaded.login} /> : children(loaded)
}

function LogIn({ at }: { at: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(at, { replace: true }), [at, navigate])
  return null
}
