import { runSimulator } from '@recado/sdk/testing/simulator'
import { ChatwootSimulator } from './simulator.ts'

/* npm run simulate import */

const simulator = await ChatwootSimulator.start({ port: Number(process.env['PORT'] ?? 4031) })
runSimulator(
  simulator,
  `A Chatwoot with one account is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado, open the import from other systems, choose Chatwoot, and set:
  Address        ${simulator.url}
  Account        1
  Access token   ${[...simulator.tokens].join(' ')}
then check and import; ${simulator.url} shows what was asked, and refuses the next question when told to.
`,
)
