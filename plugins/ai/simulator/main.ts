import { runSimulator } from '@recado/sdk/testing/simulator'
import { ModelSimulator } from './simulator.ts'

/* npm run simulate ai */

const simulator = await ModelSimulator.start({ port: Number(process.env['PORT'] ?? 4027) })
simulator.pieceMs = 60
runSimulator(
  simulator,
  `A provider of language models is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado, switch the plugin Artificial intelligence on, and set:
  address of the provider   ${simulator.baseUrl}
  key                       ${simulator.apiKey}
  model                     gpt-6-luna
  embedding model           text-embedding-3-small
or the protocol of Google: address ${simulator.googleUrl}, model gemini-3-flash, vectors gemini-embedding-001;
then rewrite a draft with the sparkles of the composer, have a voice message transcribed, and add a prompt under
Configurações, Prompts de IA, to put it first under "Quem responde primeiro".
What is asked is shown, and the next answer can be set, on ${simulator.url}
`,
)
