import { runSimulator } from '@recado/sdk/testing/simulator'
import { GifSimulator } from './simulator.ts'

/* npm run simulate gifs */

const key = 'simulated-key'
const simulator = await GifSimulator.start({ port: Number(process.env['PORT'] ?? 4021) })
simulator.keys.add(key)
runSimulator(
  simulator,
  `KLIPY and GIPHY are simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado, switch the plugin GIFs on, and set:
  KLIPY key                 ${key}
  GIPHY key                 ${key}
  other address of the API  ${simulator.url}
then send one from a conversation; ${simulator.url} shows what was asked, and refuses the next question when told to.
`,
)
