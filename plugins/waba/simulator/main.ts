import { runSimulator } from '@recado/sdk/testing/simulator'
import { WabaSimulator } from './waba.ts'

/* npm run simulate waba */

const simulator = await WabaSimulator.start({ port: Number(process.env['PORT'] ?? 4040) })
const meta = simulator.addLine()
const gateway = simulator.addLine('360dialog')
const { account } = meta
const app = simulator.addBusinessApp()
app.addressBook.push({ name: 'Bia Nunes', phone: '5511960000001' })
app.past.push({ phone: '5511960000001', body: 'Vocês abrem hoje?', at: Math.floor(Date.now() / 1_000) - 86_400 })
runSimulator(
  simulator,
  `WhatsApp’s official API is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel:
  Official WhatsApp (Meta)
    phone number ID      ${meta.id}
    business account ID  ${account.id}
    app ID               ${account.appId}
    access token         ${account.accessToken}
    app secret           ${account.appSecret}
    verification token   any text of at least 8 characters
    API address          ${simulator.url}
  Official WhatsApp (360dialog)
    API key              ${gateway.apiKey}
    API address          ${simulator.url}
  To try Embedded Signup, enter as a master under Configurações globais → WhatsApp oficial
    app ID               ${simulator.signup.app.id}
    configuration ID     ${simulator.signup.app.configId}
    app secret           ${simulator.signup.app.secret}
    API address          ${simulator.url}
then be the customer on ${simulator.url}
`,
)
