/** What the webhooks of all providers have in common. */
import { Refusal } from '../refusal.ts'

/**
 * Verifies and parses a webhook with the provider's adapter: `parse` returns null for a wrong signature or token, and throws
 * SyntaxError where the body is no JSON. Refuses ('invalid', with these words) in both cases.
 */
export function verifyWebhook<Webhook>(parse: () => Webhook | null, words: string): Webhook {
  try {
    const webhook = parse()
    if (webhook) return webhook
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('invalid', words)
}
