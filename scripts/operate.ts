/** Wrapper of the operator's commands: sets the exit code and prints expected errors in one line. */
import { ConfigError, StartError } from '../server/config.ts'
import { errorText } from '../server/observe/mask.ts'

/** Runs a command and exits: with 0, or with 1 after printing the error. An error that the caller can fix is one line. */
export async function operate(command: () => Promise<void>): Promise<never> {
  try {
    await command()
  } catch (error) {
    const expected =
      error instanceof ConfigError ||
      error instanceof StartError ||
      ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS')
    console.error(expected ? (error as Error).message : errorText(error))
    process.exit(1)
  }
  process.exit(0)
}
