import { Refusal, type ConnectionRouteContext, type RouteAnswer, type RouteRequest } from '@recado/sdk'
import { requireVisitor, scopeOf, visitorOf } from '../visitor/authenticate.ts'
import { verifyIdentity, type IdentityProof } from '../visitor/identity.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { openAnonymous, openProven, recordClaims, type Claims, type Opened } from '../visitor/visitor-store.ts'
import type { routes } from './routes.ts'

const view = ({ name, email, verified }: Visitor) => ({ name, email, verified })

async function signIn(
  proof: IdentityProof,
  current: Visitor | undefined,
  ctx: ConnectionRouteContext,
): Promise<Opened> {
  const { secrets, connection } = ctx.connection
  const keys = (await Promise.all([secrets.get('identitySecret'), secrets.get('previousIdentitySecret')])).filter(
    (key) => key !== undefined && key !== '',
  )
  const identity = await verifyIdentity(proof, connection, keys as string[])
  if (!identity) throw new Refusal('ERR_INVALID_CREDENTIALS')
  // The site vouches for them: they are counted, and never asked for the slider.
  if (!current) await ctx.visitors.spend(undefined, { proven: true })
  return openProven(scopeOf(ctx), identity, current)
}

/** Before a session is begun by somebody of whom nothing is known. */
async function payForSession(
  captcha: string | undefined,
  { captcha: slider, visitors }: ConnectionRouteContext,
): Promise<void> {
  if (captcha !== undefined) await slider.judge(captcha)
  await visitors.spend(undefined, { proven: captcha !== undefined })
}

/** The slider was solved for what a visitor already says. */
export async function solveSlider(
  { body, headers }: RouteRequest<typeof routes.solveSlider>,
  ctx: ConnectionRouteContext,
): Promise<RouteAnswer<typeof routes.solveSlider>> {
  const visitor = await requireVisitor(headers, ctx)
  await ctx.captcha.judge(body.captcha)
  await ctx.visitors.trust(visitor.id)
  return {}
}

/** Without proof: a new anonymous visitor, or new claims of the one who calls. With proof: the person's own session. */
export async function openSession(
  { body, headers }: RouteRequest<typeof routes.session>,
  ctx: ConnectionRouteContext,
): Promise<RouteAnswer<typeof routes.session>> {
  const current = await visitorOf(headers, ctx)
  if (body.identity) {
    const { token, visitor } = await signIn(body.identity, current, ctx)
    return { token, visitor: view(visitor) }
  }
  const claims: Claims = { ...body.profile, locale: body.locale }
  if (!current) {
    await payForSession(body.captcha, ctx)
    const { token, visitor } = await openAnonymous(scopeOf(ctx), claims)
    return { token, visitor: view(visitor) }
  }
  const changes = Object.values(claims).some((claim) => claim !== undefined)
  return { token: null, visitor: view(changes ? await recordClaims(scopeOf(ctx), current, claims) : current) }
}
