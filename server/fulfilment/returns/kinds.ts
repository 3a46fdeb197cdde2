/** The three kinds of shipments; process/ gives them to the timer, the job and the webhook. */
import { forward } from '../orders/forward.ts'
import type { Kinds } from '../shipments/kind.ts'
import { sentReplacement } from './sent-replacement.ts'
import { wayBack } from './way-back.ts'

export const kinds: Kinds = { forward, replacement: sentReplacement, return: wayBack }
