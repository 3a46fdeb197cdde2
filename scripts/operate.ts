/** Wrapper of the operator's commands: sets the exit code and prints expected errors in one line. */
import { ConfigError, StartError } from '../server/platform/config/config.ts'
import { errorText } from '../server/platform/observe/mask.ts'

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
    await written()
    process.exit(1)
  }
  await written()
  process.exit(0)
}

/** Waits until the output is read: what is still in a full pipe would be lost at the exit. */
async function written(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => void stream.write('', () => resolve()))
}
