/** The team of a shop: who joins, what members may do, and when they cannot any more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, type Admin, auditOf, logIn, password } from '../../../tests/setup/people.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addMember, joinToken, newTeamEmail } from '../../../tests/setup/team.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let owner: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  owner = await addSeller(shop, { companyName: 'Teak and Twine' })
  // One: what reinstates needs a second administrator where there is another one.
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const inviting = '/private/team/invitations'
const invite = (email: string, areas: readonly string[] = ['orders'], by: Seller = owner) =>
  by.post(inviting, { email, areas })
const join = (token: string, more: object = {}) =>
  shop.client().post('/auth/team/join', { token, name: 'Meera Joshi', newPassword: password, ...more })
const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('an invited person joins by the link once, logs in with their own account and does what was given to them', async () => {
  const email = newTeamEmail()
  expect((await invite(email, ['money', 'orders'])).body.msg).toBe(`A mail is on its way to ${email}.`)
  const token = await joinToken(shop, email)
  expect(JSON.stringify(await shop.db.query(sql`select * from team_invitation`))).not.toContain(token)
  expect((await owner.get('/private/team')).body.invitations).toMatchObject([
    { email, areas: ['orders', 'money'] },
  ])
  const short = await join(token, { newPassword: 'short' })
  expect([short.status, Object.keys(short.body.fields)]).toEqual([400, ['newPassword']])
  expect((await join('A'.repeat(43))).status).toBe(409)
  expect(statusesOf(await Promise.all([join(token), join(token)]))).toEqual([200, 409])
  expect((await join(token)).status).toBe(409)

  const member = shop.client()
  await logIn(member, email)
  expect((await member.get('/private/me')).body).toEqual({
    email,
    role: 'SELLER',
    team: { company: 'Teak and Twine', name: 'Meera Joshi', areas: ['orders', 'money'] },
  })
  expect((await owner.get('/private/me')).body).toEqual({ email: owner.email, role: 'SELLER' })
  expect((await member.get('/private/order/get/seller')).status).toBe(200)
  expect((await member.get('/private/earnings')).status).toBe(200)
  const refused = await member.get('/private/product/get-by-seller')
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([403, ['area']])
  const { members, invitations } = (await owner.get('/private/team')).body
  expect(members).toMatchObject([{ name: 'Meera Joshi', email, areas: ['orders', 'money'] }])
  expect(invitations).toEqual([])
  const told = (await shop.mail(owner.email)).find(({ subject }) => subject.startsWith('Somebody has joined'))
  expect(told?.text).toContain(email)
})

test('an e-mail with an account gets another mail and the same reply, and cannot join', async () => {
  const { email } = await shop.customer()
  expect((await invite(email)).body).toEqual({ msg: `A mail is on its way to ${email}.` })
  const { invitations } = (await owner.get('/private/team')).body
  expect(invitations.map((one: { email: string }) => one.email)).toContain(email)
  const [mail] = await shop.mail(email)
  expect(mail?.text).toContain('has an account')
  expect(mail?.text).not.toContain('/invitation')
  // One who signed up after the invitation.
  const late = newTeamEmail()
  await invite(late)
  const token = await joinToken(shop, late)
  await shop.db.query(
    sql`insert into account (id, email, role, password_hash, email_verified_at) values (uuidv7(), ${late}, 'CUSTOMER', 'none', now())`,
  )
  expect((await join(token)).body.msg).toContain('has an account already')
})

test('a link is void when it is late, replaced or withdrawn, and once the shop is suspended; a team has its limit', async () => {
  const other = await addSeller(shop)
  const [late, twice, withdrawn, suspended] = [newTeamEmail(), newTeamEmail(), newTeamEmail(), newTeamEmail()]
  const tokens: string[] = []
  for (const email of [late, twice, withdrawn, suspended]) {
    expect((await invite(email, ['orders'], other)).status).toBe(200)
    tokens.push(await joinToken(shop, email))
  }
  await shop.db.query(sql`update team_invitation set expires_at = now() where email = ${late}`)
  await invite(twice, ['products'], other)
  const { invitations } = (await other.get('/private/team')).body
  const { id } = invitations.find(({ email }: { email: string }) => email === withdrawn)
  expect((await owner.post(`${inviting}/${id}/withdraw`)).status).toBe(404)
  expect((await other.post(`${inviting}/${id}/withdraw`)).status).toBe(200)
  for (const token of tokens.slice(0, 3)) expect((await join(token)).status).toBe(409)
  // Twice in one team, and of two shops.
  const good = (await shop.mail(twice, 2)).flatMap(
    ({ text }) => /\/invitation#team\.([\w-]{43})/.exec(text)?.[1] ?? [],
  )
  const [newest] = good.filter((token) => token !== tokens[1])
  await invite(twice, ['money'])
  expect((await join(newest ?? '')).status).toBe(200)

  const { status } = await admin.post(`/public/admin/accounts/${other.id}/suspend`, { reason: 'Fraud.' })
  expect(status).toBe(200)
  expect((await join(tokens[3] ?? '')).status).toBe(409)

  const full = await addSeller(shop)
  await shop.db.query(sql`
    insert into team_invitation (id, seller_id, email, areas, token_hash, expires_at)
    select uuidv7(), ${full.id}, 'full-' || n || '@sellers.test', '{orders}', sha256(('full-' || n)::bytea), now() + interval '1 day'
    from generate_series(1, 19) n`)
  expect(
    statusesOf(
      await Promise.all([invite(newTeamEmail(), ['orders'], full), invite(newTeamEmail(), ['orders'], full)]),
    ),
  ).toEqual([200, 409])
})

test('areas change from the next request on, removal ends everything at once, and only the owner does either', async () => {
  const stranger = await addSeller(shop)
  const member = await addMember(shop, owner, ['orders', 'products', 'money'])
  const of = (id: string, what: string) => `/private/team/members/${id}/${what}`
  const all = { areas: ['orders', 'products', 'money'] }
  for (const call of [
    () => member.post(of(member.id, 'areas'), all),
    () => member.post(of(member.id, 'remove')),
    () => invite(newTeamEmail(), ['orders'], member),
    () => member.get('/private/team'),
    () => member.get('/private/profile'),
    () => member.get('/private/profile/bank-account'),
    () => member.post('/private/profile/edit-seller', {}),
    () => member.get('/private/seller-approval'),
  ])
    expect((await call()).status).toBe(403)
  expect((await stranger.post(of(member.id, 'areas'), all)).status).toBe(404)
  expect((await stranger.post(of(member.id, 'remove'))).status).toBe(404)
  expect((await owner.post(of(owner.id, 'remove'))).status).toBe(404)
  // The owner, too, only with a recent login.
  await shop.db.query(
    sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${owner.id}`,
  )
  for (const [path, body] of [
    [inviting, { email: newTeamEmail(), areas: ['orders'] }],
    [of(member.id, 'areas'), all],
    [of(member.id, 'remove'), {}],
  ] as const)
    expect((await owner.post(path, body)).body.fields).toHaveProperty('recentLogin')
  await owner.post('/private/session/confirm', { password })

  expect((await owner.post(of(member.id, 'areas'), { areas: ['money'] })).status).toBe(200)
  expect((await member.get('/private/order/get/seller')).status).toBe(403)
  expect((await member.get('/private/earnings')).status).toBe(200)
  expect((await owner.post(of(member.id, 'areas'), { areas: ['owner'] })).status).toBe(400)
  expect((await owner.post(of(member.id, 'areas'), { areas: [] })).status).toBe(400)
  expect((await owner.post(of(member.id, 'remove'))).status).toBe(200)
  expect((await member.get('/private/earnings')).status).toBe(401)
  expect((await shop.client().post('/auth/login', { email: member.email, password })).status).toBe(400)
  // The address is free again.
  await invite(member.email)
  expect(await joinToken(shop, member.email, 2)).not.toBe('')
})

test('a shop that is not approved invites nobody; the administrator sees who is in the team of one that is', async () => {
  const refused = await addSeller(shop)
  await shop.db.query(
    sql`update seller set approval = 'refused', approval_reason = 'No shop.' where account_id = ${refused.id}`,
  )
  const email = newTeamEmail()
  expect(await invite(email, ['orders'], refused)).toMatchObject({
    status: 409,
    body: { msg: 'You can invite people as soon as your shop is approved.' },
  })
  expect(await shop.db.query(sql`select from team_invitation where email = ${email}`)).toEqual([])
  const seller = await addSeller(shop, { companyName: 'Sisal and Reed' })
  const member = await addMember(shop, seller, ['orders'])
  const { body } = await admin.get(`/public/admin/all-sellers?q=${encodeURIComponent(member.email)}`)
  expect(body).toMatchObject([
    {
      companyName: 'Sisal and Reed',
      team: [{ id: member.id, email: member.email, areas: ['orders'], isSuspended: false }],
    },
  ])
})

test('an administrator removes a member for a reason: they are out at once, both are told, and the audit says why', async () => {
  const seller = await addSeller(shop, { companyName: 'Nettle and Flax' })
  const member = await addMember(shop, seller, ['orders'])
  const path = `/public/admin/team-members/${member.id}/remove`
  expect((await seller.post(path, { reason: 'Ours.' })).status).toBe(403)
  expect((await admin.post(path, {})).status).toBe(400)
  // Neither an owner nor an administrator is a member.
  for (const id of [seller.id, admin.id])
    expect((await admin.post(path.replace(member.id, id), { reason: 'Wrong.' })).status).toBe(404)
  expect((await admin.post(path, { reason: 'They sold the addresses of buyers.' })).status).toBe(200)
  expect((await admin.post(path, { reason: 'Again.' })).status).toBe(404)
  expect((await member.get('/private/order/get/seller')).status).toBe(401)
  expect((await seller.get('/private/team')).body.members).toEqual([])
  for (const { email } of [member, seller]) {
    const told = (await shop.mail(email)).find(({ subject }) => subject.includes('no longer in'))
    expect(told?.text).toContain(email === member.email ? 'Our team has removed you' : member.email)
    expect(told?.text).not.toContain('addresses of buyers')
  }
  const [entry] = await auditOf(admin, { q: member.email, act: 'team-member-removed' })
  expect(entry).toMatchObject({
    by: { name: admin.email },
    note: 'Nettle and Flax: They sold the addresses of buyers.',
  })
})

test('what the owner writes to the desk is theirs alone', async () => {
  const seller = await addSeller(shop)
  const member = await addMember(shop, seller, ['orders', 'products', 'money'])
  const words = 'The amount that came to my bank account is not the one of the statement.'
  const { number } = (await seller.post('/private/complaints', { category: 'other', words })).body
  expect((await seller.get(`/private/complaints/${number}`)).status).toBe(200)
  for (const path of ['/private/complaints', `/private/complaints/${number}`])
    expect(await member.get(path)).toMatchObject({
      status: 403,
      body: { fields: { area: expect.any(String) } },
    })
})

test('what a member uploads and writes is the shop’s, and the audit names the person', async () => {
  const shopkeeper = await addSeller(shop)
  const [member, other] = [
    await addMember(shop, shopkeeper, ['products']),
    await addMember(shop, owner, ['products']),
  ]
  const picture = await uploaded(member)
  const input = productInput(await addSubcategory(shop), [picture], { name: 'Numbatwood Box' })
  const { body } = await member.post('/private/product/add', input)
  expect((await shopkeeper.get(`/private/product/edit/get-form/${body.id}`)).body.name).toBe('Numbatwood Box')
  expect((await other.get(`/private/product/edit/get-form/${body.id}`)).status).toBe(404)
  expect(await shop.db.query(sql`select seller_id as seller from product where id = ${body.id}`)).toEqual([
    { seller: shopkeeper.id },
  ])
  // It stays after the member is gone.
  expect((await shopkeeper.post(`/private/team/members/${member.id}/remove`)).status).toBe(200)
  const again = await shopkeeper.post('/private/product/add', { ...input, name: 'Numbatwood Bowl' })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(
    await shop.db.query(sql`select uploaded_by as by from picture where used_at is not null`),
  ).toContainEqual({ by: shopkeeper.id })
  expect((await auditOf(admin, { q: member.email })).map(({ act, by }) => [act, by?.name])).toEqual(
    expect.arrayContaining([
      ['login', member.email],
      ['team-member-removed', shopkeeper.email],
    ]),
  )
})

test('members are suspended with the shop and reinstated with it, but not who was suspended for themselves', async () => {
  const shopkeeper = await addSeller(shop)
  const [member, alone] = [
    await addMember(shop, shopkeeper, ['orders']),
    await addMember(shop, shopkeeper, ['orders']),
  ]
  const decide = async (id: string, what: string) =>
    expect((await admin.post(`/public/admin/accounts/${id}/${what}`, { reason: 'A reason.' })).status).toBe(
      200,
    )
  const login = async ({ email }: Seller) =>
    (await shop.client().post('/auth/login', { email, password })).status
  await decide(alone.id, 'suspend')
  await decide(shopkeeper.id, 'suspend')
  expect((await member.get('/private/order/get/seller')).status).toBe(401)
  expect(await login(member)).toBe(403)
  // A member of a suspended shop does not come back without it.
  const early = await admin.post(`/public/admin/accounts/${member.id}/reinstate`, { reason: 'A reason.' })
  expect([early.status, early.body.msg]).toEqual([409, expect.stringContaining('reinstate the shop')])
  expect(await login(member)).toBe(403)
  await decide(shopkeeper.id, 'reinstate')
  // Their sessions have ended.
  expect((await member.get('/private/order/get/seller')).status).toBe(401)
  expect([await login(member), await login(alone)]).toEqual([200, 403])
})
