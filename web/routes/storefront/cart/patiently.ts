import { ApiError } from '../../../api.ts'

const pauses = [1_000, 2_000]

/** Makes a call again where no answer came or the server was busy: money has moved, and the calls are safe to repeat. */
export async function patiently<T>(makeCall: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await makeCall()
    } catch (error) {
      const pause = pauses[tries]
      if (pause === undefined || !(error instanceof ApiError) || (error.status !== 0 && error.status !== 503))
        throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
