/** `deploy/cluster/down [FOLDER]`: ends the processes that `up` started, the last one first. The data stay in the folder. */
import os from 'node:os'
import path from 'node:path'
import { openServices } from './services.ts'

const folder = path.resolve(process.argv[2] ?? path.join(os.tmpdir(), 'hariyali-cluster'))
const services = openServices(folder)
const names = services.names().toReversed()
for (const name of names) await services.end(name)
console.log(names.length > 0 ? `Ended ${names.join(', ')}.` : `Nothing runs in ${folder}.`)
