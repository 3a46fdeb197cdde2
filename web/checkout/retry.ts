import { ApiError } from '../api/client.ts'

const delaysMs = [1_000, 2_000]

/** Retries a call after a network failure or a 503. For the calls after a payment, which are safe to repeat. */
export async function retry<T>(makeCall: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await makeCall()
    } catch (error) {
      const delayMs = delaysMs[tries]
      if (
        delayMs === undefined ||
        !(error instanceof ApiError) ||
        (error.status !== 0 && error.status !== 503)
      )
        throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}
