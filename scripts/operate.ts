/** What the commands of an operator have in common: an exit code, and refusals in one line. */
import { ConfigError, StartError } from '../server/config.ts'
import { errorText } from '../server/observe/mask.ts'

/** Runs a command and ends the process: 0, or 1 with one line for what the caller can mend. */
export async function operate(command: () => Promise<void>): Promise<never> {
  try {
    await command()
  } catch (error) {
    const mendable =
      error instanceof ConfigError ||
      error instanceof StartError ||
      ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS')
    console.error(mendable ? (error as Error).message : errorText(error))
    process.exit(1)
  }
  process.exit(0)
}
