import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { bootScripts } from '../entry.server.tsx'

test('the inline scripts are constant and contain nothing of a page', () => {
  expect(bootScripts).toHaveLength(3)
  expect(bootScripts[0]).toContain('react-router-scroll-positions')
  expect(() => bootScripts.forEach((text) => new Script(text))).not.toThrow()
})
