import { runSimulator } from '@recado/sdk/testing/simulator'
import { MetaSimulator } from './meta.ts'

/* npm run simulate meta */

const simulator = await MetaSimulator.start({ port: Number(process.env['PORT'] ?? 4070) })
const messenger = simulator.addAccount('facebook')
const profile = simulator.addAccount('instagram')
const settings = ({ id, app, token, page }: typeof messenger): string =>
  `    app ID              ${app.id}
    access token        ${token}
    app secret          ${app.secret}
    verification token  any text of at least 8 characters
    API address         ${simulator.url}
    account or page ID  ${id}${
      page
        ? `
    linked page         ${page.id}, its token ${page.token}`
        : ''
    }`
runSimulator(
  simulator,
  `Instagram and Messenger are simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel:
  Instagram
${settings(profile)}
  Facebook Messenger
${settings(messenger)}
then be the customer on ${simulator.url}
`,
)
