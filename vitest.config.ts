import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files, most of which wait for time limits, browsers and processes while others compute: begun first. */
const waiting =
  /\/(approval|backup|cancel-order(-\w+)?|charged-once|correct-parcel|costly-pictures|defects(-second-half)?|deliver|delivery-record|embedded|exchange|faults|frozen|fuzz|hanging|interleavings|kill|many-orders|many-parcels|model|moderation|passwords|public-pages|fresh-pages|refund-order(-[\w-]+)?|refunds(-[\w-]+)?|remove-demo|replica|return-courier|returns|reviews|rights|sequences|stored-xss|tracking|undelivered|upload|webhooks)\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.test(moduleId)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,demo,web,scripts,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/setup/database.ts',
    tags: [{ name: 'nightly', description: 'Left out by npm test, run by npm run test:nightly.' }],
    // Processes and not threads: shops under test have pools, timers and sockets of their own.
    pool: 'forks',
    // The files of a process share its modules: reading them again for each file took a third of the processor time.
    isolate: false,
    // More than processors: many tests wait for jobs, mails and processes of their own.
    maxWorkers: 6,
    sequence: { sequencer: WaitingFirst },
    // A test that hangs is to fail, one on a busy machine is not.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // As in playwright.config.ts: on a shared machine one failure is tried again, and the report names it. At a desk none is.
    retry: process.env.CI ? 1 : 0,
  },
})
