import type * as THREE from 'three'
import type { PaletteName } from '../stage/backdrop.ts'
import type { View } from '../stage/frame.ts'
import { bottle, jar } from '../shapes/bottles-and-jars.ts'
import type { BottleLook, JarLook } from '../shapes/bottles-and-jars.ts'
import { clayFish, loofah } from '../shapes/bath-things.ts'
import { comb, ovalBrush } from '../shapes/brushes-and-combs.ts'
import { clothStack, crumpledCloth, foldedCloth, rolledCloth } from '../shapes/cloth.ts'
import { block, group, grounded, mesh, placed } from '../shapes/forms.ts'
import { carton, disc, flatBox, petals, scattered, slatDish, twig } from '../shapes/props.ts'
import { bandedSoap, soapBar } from '../shapes/soaps.ts'
import type { SoapLook } from '../shapes/soaps.ts'
import { tin, tinLid } from '../shapes/tins-and-candles.ts'
import type { Label } from '../surfaces/labels.ts'
import { kraft, paper, plain, speckled, weave } from '../surfaces/materials.ts'
import type { WoodName } from '../surfaces/materials.ts'
import { shot, shots } from './scene.ts'
import type { ShotList, Shots } from './scene.ts'

const brand = 'Aranyika Botanics'

/** A soap: in its band, the bare bar from near, and two bars on a dish. */
export function soapShots(
  palette: PaletteName,
  look: SoapLook,
  label: Label,
  extra: () => THREE.Object3D,
  dish: WoodName = 'bamboo',
): Shots {
  return shots(
    palette,
    shot(() => group(placed(bandedSoap(look, label), { turn: [0, 24, 0] }), extra()), {
      turn: 0,
      rise: 36,
      fill: 0.8,
    }),
    shot(
      () =>
        group(
          placed(soapBar(look), { at: [0, 3, 0.5], turn: [0, -18, 0] }),
          placed(soapBar(look, false), { at: [-0.6, 0, -0.4], turn: [0, 12, 0] }),
        ),
      { turn: 14, rise: 27, fill: 0.74, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          slatDish(12.5, 8.6, dish),
          placed(soapBar(look), { at: [0, 1.6, 0], turn: [0, 8, 0] }),
          placed(bandedSoap(look, label), { at: [9, 0, -6.4], turn: [0, -34, 0] }),
        ),
      { turn: -8, rise: 44, fill: 0.82 },
    ),
  )
}

const leavesBeside =
  (seed: string, color = '#6d8f4e') =>
  (): THREE.Object3D =>
    placed(twig(seed, 7.5, color, 5), { at: [-0.6, 0, 5.2], turn: [0, 6, 0] })

const bar = (color: string, specks: string, amount = 0.14): SoapLook => ({ color, specks, amount })

/** A bottle: alone, from near, and with its box. */
export function bottleShots(
  palette: PaletteName,
  look: BottleLook,
  box: THREE.Object3D | (() => THREE.Object3D),
  extra?: () => THREE.Object3D,
  close: View = {},
): Shots {
  const r = look.radius
  const make = (): THREE.Group => bottle(look)
  return shots(
    palette,
    shot(() => group(placed(make(), { turn: [0, -8, 0] }), ...(extra === undefined ? [] : [extra()])), {
      turn: 0,
      rise: 10,
      fill: 0.74,
    }),
    shot(() => group(placed(make(), { turn: [0, 10, 0] })), {
      turn: -16,
      rise: 26,
      fill: 1.2,
      aim: [0, -0.06, 0],
      blur: 0.014,
      ...close,
    }),
    shot(
      () =>
        group(
          placed(make(), { at: [-r * 1.3, 0, r * 0.8], turn: [0, 4, 0] }),
          placed(typeof box === 'function' ? box() : box, { at: [r * 1.6, 0, -r * 0.8], turn: [0, -22, 0] }),
        ),
      { turn: 6, rise: 16, fill: 0.72 },
    ),
  )
}

/** A jar: closed, open from above, and a pair. */
export function jarShots(
  palette: PaletteName,
  look: JarLook,
  extra?: () => THREE.Object3D,
  opened?: () => THREE.Object3D,
): Shots {
  const { radius: r, height: h } = look
  return shots(
    palette,
    shot(() => group(placed(jar(look), { turn: [0, -6, 0] }), ...(extra === undefined ? [] : [extra()])), {
      turn: 0,
      rise: 16,
      fill: 0.68,
    }),
    shot(
      () =>
        opened?.() ??
        group(
          jar({ ...look, lid: 'none' }),
          grounded(placed(lidOf(look), { at: [r * 1.55, 0, r * 0.9], turn: [0, 0, 0] })),
          ...(extra === undefined ? [] : [placed(extra(), { at: [0, 0, r * 0.4] })]),
        ),
      { turn: 8, rise: 48, fill: 0.74 },
    ),
    shot(
      () =>
        group(
          placed(jar(look), { at: [-r * 0.55, 0, r * 0.7], turn: [0, 8, 0] }),
          placed(jar(look), { at: [r * 1.5, 0, -r * 1.1], turn: [0, -16, 0] }),
        ),
      { turn: 0, rise: 20, fill: 0.72 },
    ),
  )
  function lidOf(which: JarLook): THREE.Group {
    const closed = jar({ ...which, height: h })
    const lid = closed.getObjectByName('lid')
    const result = group()
    if (lid !== undefined) {
      lid.position.set(0, 0, 0)
      result.add(lid)
    }
    return result
  }
}

const towel = (
  color: string,
  options: Parameters<typeof weave>[1],
  size: [number, number, number, number],
  seed: number,
): THREE.Group =>
  foldedCloth({
    width: size[0],
    depth: size[1],
    ply: size[2],
    plies: size[3],
    material: weave(color, options),
    seed,
    soft: 0.3,
  })

const stripes = (v: number): boolean => v % 1 < 0.18 || (v % 1 > 0.3 && v % 1 < 0.36)

function waffleTowel(seed: number): THREE.Group {
  return towel('#f0e7d6', { waffle: true, tile: 6, bump: 3 }, [32, 25, 0.85, 4], seed)
}
function khadiTowel(color: string, seed: number): THREE.Group {
  return foldedCloth({
    width: 20,
    depth: 15,
    ply: 0.45,
    plies: 3,
    material: weave('#f6efe0', { stripe: color, stripeAt: stripes, tile: 7, thread: 60, slub: 0.2 }),
    seed,
    soft: 0.18,
  })
}
function thorthu(color: string, seed: number): THREE.Group {
  return foldedCloth({
    width: 26,
    depth: 18,
    ply: 0.36,
    plies: 4,
    material: weave('#fbf6ea', {
      stripe: color,
      stripeAt: (v) => v % 1 > 0.86,
      tile: 9,
      thread: 70,
      slub: 0.16,
    }),
    seed,
    soft: 0.2,
    upright: true,
  })
}

const neemComb = (): THREE.Group => comb({ length: 18, height: 5, gap: 0.62, tooth: 0.55 })
const fineComb = (): THREE.Group => comb({ length: 20, height: 4.5, gap: 0.2, tooth: 0.2, handle: 7 })
const paddle = (): THREE.Group =>
  ovalBrush({
    length: 24,
    headLength: 13,
    headWidth: 8,
    handle: 2.2,
    bristle: ['bamboo'],
    bristleLength: 1.7,
    cushion: '#c9524a',
    pins: true,
    rows: 11,
  })
const bathBrush = (): THREE.Group =>
  ovalBrush({
    length: 38,
    headLength: 12,
    headWidth: 7,
    handle: 2,
    bristle: ['#d9c08a', '#cfb278'],
    bristleLength: 2.2,
    rows: 11,
    cord: true,
    bend: 1.4,
    bristleRadius: 0.26,
  })

const shikakai: SoapLook = { color: '#8a6a45', specks: '#5a4028', round: true, size: [7, 3, 7], amount: 0.16 }
const hibiscus: SoapLook = {
  color: '#e3a4a4',
  specks: '#b0596a',
  round: true,
  size: [6.5, 2.8, 6.5],
  amount: 0.1,
}
const round = (palette: PaletteName, look: SoapLook, label: Label, extra: () => THREE.Object3D): Shots =>
  shots(
    palette,
    shot(
      () =>
        group(
          placed(carton(look.size?.[0] ?? 7, look.size?.[0] ?? 7, 3.4, label, '#e9dcc2'), {
            at: [-1.5, 0, -3.6],
            turn: [0, 12, 0],
          }),
          placed(soapBar(look), { at: [2.4, 0, 2.4] }),
          extra(),
        ),
      { turn: 0, rise: 24, fill: 0.72 },
    ),
    shot(
      () =>
        group(
          placed(soapBar(look), { at: [0, 2.95, 0] }),
          placed(soapBar(look, false), { at: [0.3, 0, 0.2] }),
        ),
      { turn: 10, rise: 34, fill: 0.72, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          slatDish(10.5, 9, 'beech'),
          placed(soapBar(look), { at: [0, 1.6, 0] }),
          placed(extra(), { at: [0, 0, 1.4] }),
        ),
      { turn: 0, rise: 62, fill: 0.72 },
    ),
  )

function guestBox(open: boolean): THREE.Group {
  const base = group(
    mesh(block(18, 0.4, 9.6, 0.1), kraft(), [0, 0.2, 0]),
    mesh(block(18, 2.8, 0.35, 0.1), kraft(), [0, 1.4, 4.7]),
    mesh(block(18, 2.8, 0.35, 0.1), kraft(), [0, 1.4, -4.7]),
    mesh(block(0.35, 2.8, 9.6, 0.1), kraft(), [-9, 1.4, 0]),
    mesh(block(0.35, 2.8, 9.6, 0.1), kraft(), [9, 1.4, 0]),
  )
  // Three by two little rounds in paper cups.
  for (let column = -1; column <= 1; column += 1) {
    for (const row of [-1, 1]) {
      base.add(
        placed(
          soapBar({ color: '#f4ead2', specks: '#d9c28e', round: true, size: [4.2, 2, 4.2], amount: 0.04 }),
          { at: [column * 5.6, 0.8, row * 2.25] },
        ),
        mesh(disc(2.3, 1, paper('#dfe6d2')).geometry, paper('#dfe6d2'), [column * 5.6, 0.3, row * 2.25]),
      )
    }
  }
  if (!open)
    return flatBox(18.4, 3.2, 10, {
      brand,
      title: 'Mogra',
      line: 'six guest soaps',
      style: 'framed',
      ink: '#2f4a38',
    })
  return base
}

const loofahTrio = (): THREE.Group =>
  group(
    placed(loofah(15, 3, 1), { at: [0, 0, 3.4], turn: [0, 8, 0] }),
    placed(loofah(15.4, 3.1, 5), { at: [-0.5, 0, -3.2], turn: [0, -6, 0] }),
    placed(loofah(14.6, 2.9, 9), { at: [0.4, 4.9, 0.2], turn: [0, 12, 0] }),
  )

const kokum: JarLook = {
  radius: 4.3,
  height: 6,
  content: speckled('#f3e6c8', '#e9d8b0', 0.03, 0.5),
  lid: 'wood',
  lidHeight: 1.4,
  label: { brand, title: 'Kokum & Cocoa', line: 'body butter · 200 g', ink: '#5b3a20', accent: '#b4733a' },
}
const mask: JarLook = {
  radius: 4.4,
  height: 5.6,
  content: speckled('#c9b583', '#8f7a48', 0.2, 0.6),
  lid: 'metal',
  lidHeight: 1.2,
  label: { brand, title: 'Fenugreek & Flax', line: 'hair mask · 200 g', style: 'split', ink: '#6a7a3a' },
}

export const bathAndHairShots: ShotList = {
  'neem-tulsi-bath-soap': soapShots(
    'sage',
    bar('#9db27a', '#5d7440'),
    { brand, title: 'Neem & Tulsi', line: 'bath soap · 100 g' },
    leavesBeside('neem'),
  ),
  'haldi-chandan-soap': soapShots(
    'honey',
    bar('#e2b552', '#c08a2c', 0.1),
    { brand, title: 'Haldi & Chandan', line: 'bath soap · 100 g', ink: '#7a4a16', accent: '#c98f2c' },
    () => placed(petals('haldi', 14, [6, 1.4], '#e8a735'), { at: [1, 0, 6] }),
  ),
  'charcoal-tea-tree-soap': soapShots(
    'stone',
    bar('#3d3f40', '#56595a', 0.12),
    { brand, title: 'Charcoal & Tea Tree', line: 'bath soap · 100 g', ink: '#2c2f30', accent: '#6d8a72' },
    leavesBeside('teatree', '#7d9678'),
    'beech',
  ),
  'goat-milk-oats-soap': shots(
    'oat',
    shot(
      () =>
        group(
          placed(
            bandedSoap(bar('#f3ead8', '#d8c39a', 0.1), {
              brand,
              title: 'Goat Milk & Oats',
              line: 'bath soap · 100 g',
              ink: '#6b5233',
            }),
            { turn: [0, 14, 0] },
          ),
          placed(
            bandedSoap(bar('#f3ead8', '#d8c39a', 0.1), {
              brand,
              title: 'Goat Milk & Oats',
              line: 'bath soap · 100 g',
              ink: '#6b5233',
            }),
            { at: [0.3, 3.1, 0], turn: [0, 22, 0] },
          ),
        ),
      { turn: 0, rise: 34, fill: 0.66 },
    ),
    shot(
      () =>
        group(
          placed(soapBar(bar('#f3ead8', '#d8c39a', 0.12)), { turn: [0, -20, 0] }),
          placed(scattered('oats', 60, [7, 5], block(0.7, 0.2, 0.4, 0.1), plain('#dcc08a', 0.9), 0.12), {
            at: [0, 0, 1],
          }),
        ),
      { turn: 6, rise: 38, fill: 0.8, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          slatDish(12.5, 8.6, 'ash'),
          placed(soapBar(bar('#f3ead8', '#d8c39a', 0.12)), { at: [0, 1.6, 0], turn: [0, 8, 0] }),
          placed(
            foldedCloth({
              width: 15,
              depth: 11,
              ply: 0.5,
              plies: 3,
              material: weave('#e5d7bd', { waffle: true, tile: 5 }),
            }),
            { at: [11, 0, -6], turn: [0, -20, 0] },
          ),
        ),
      { turn: -6, rise: 46, fill: 0.74 },
    ),
  ),
  'khus-bath-soap': soapShots(
    'forest',
    { ...bar('#7f9a78', '#4f6a4a'), size: [9, 3.2, 6] },
    { brand, title: 'Khus', line: 'bath soap · 125 g', style: 'arch', ink: '#2d4a34', accent: '#5b7d55' },
    leavesBeside('khus', '#56784a'),
  ),
  'rose-clay-soap': soapShots(
    'blush',
    bar('#e5b3a8', '#b9606a', 0.1),
    { brand, title: 'Rose & Kaolin', line: 'bath soap · 100 g', ink: '#8a3f4a', accent: '#c77b84' },
    () => placed(petals('rose', 16, [6, 1.6], '#d97a86', 2), { at: [1, 0, 6] }),
  ),
  'coffee-scrub-bar': round(
    'clay',
    { color: '#5f4027', specks: '#2e1c10', round: true, size: [7.5, 3.4, 7.5], amount: 0.3 },
    { brand, title: 'Coffee Scrub', line: 'bar · 110 g' },
    () =>
      placed(scattered('beans', 22, [6, 1.6], beanGeometry(), plain('#4a2c17', 0.4), 0.3), { at: [1, 0, 7] }),
  ),
  'multani-mitti-soap': soapShots(
    'sand',
    bar('#d9b98c', '#b98550', 0.16),
    { brand, title: 'Multani Mitti', line: 'orange peel soap · 100 g', ink: '#7b4c22', accent: '#d98a35' },
    () => placed(petals('peel', 10, [6, 1.3], '#e78a2e', 1.8), { at: [1, 0, 6] }),
  ),
  'mogra-guest-soaps': shots(
    'mint',
    shot(
      () => group(guestBox(true), placed(petals('mogra', 12, [8, 1.2], '#fffaf0', 1.6), { at: [0, 0, 7.2] })),
      { turn: -14, rise: 46, fill: 0.78 },
    ),
    shot(
      () =>
        group(
          placed(
            soapBar({
              color: '#f4ead2',
              specks: '#d9c28e',
              round: true,
              size: [4.6, 2.2, 4.6],
              amount: 0.04,
            }),
            {},
          ),
          placed(
            soapBar({
              color: '#f4ead2',
              specks: '#d9c28e',
              round: true,
              size: [4.6, 2.2, 4.6],
              amount: 0.04,
            }),
            { at: [3.7, 0, -3] },
          ),
          placed(
            soapBar({
              color: '#f4ead2',
              specks: '#d9c28e',
              round: true,
              size: [4.6, 2.2, 4.6],
              amount: 0.04,
            }),
            { at: [1.9, 2.2, -1.6] },
          ),
        ),
      { turn: 10, rise: 28, fill: 0.7, blur: 0.014 },
    ),
    shot(
      () =>
        group(
          placed(guestBox(false), { turn: [0, 12, 0] }),
          placed(
            soapBar({
              color: '#f4ead2',
              specks: '#d9c28e',
              round: true,
              size: [4.6, 2.2, 4.6],
              amount: 0.04,
            }),
            { at: [6.5, 0, 8] },
          ),
        ),
      { turn: 0, rise: 40, fill: 0.78 },
    ),
  ),
  'aloe-cucumber-soap': soapShots(
    'mint',
    bar('#bcd6a0', '#8fb36e', 0.05),
    { brand, title: 'Aloe & Cucumber', line: 'bath soap · 100 g', style: 'split', ink: '#4d7d4a' },
    leavesBeside('aloe', '#7fa86a'),
  ),
  'kokum-body-butter': jarShots('sand', kokum, () =>
    placed(petals('kokum', 7, [5, 0.8], '#b8503f', 1.6), { at: [1.5, 0, 5.6] }),
  ),
  'sesame-abhyanga-oil': bottleShots(
    'clay',
    {
      radius: 3,
      height: 15,
      closure: 'cap',
      label: { brand, title: 'Abhyanga', line: 'sesame massage oil · 200 ml', ink: '#6b3d18' },
    },
    () => carton(6.6, 17.5, 6.6, { brand, title: 'Abhyanga', line: 'sesame oil · 200 ml' }),
  ),
  'coconut-body-oil': bottleShots(
    'sky',
    {
      radius: 3.25,
      height: 16,
      glass: 'clear',
      filling: plain('#fbf6e6', 0.35),
      fillTo: 0.95,
      closure: 'cork',
      label: {
        brand: 'Parnika Homeware',
        title: 'Coconut',
        line: 'body oil · 250 ml',
        style: 'arch',
        ink: '#35563f',
        accent: '#7c9c6a',
      },
    },
    () =>
      placed(
        bottle({
          radius: 3.25,
          height: 16,
          glass: 'clear',
          filling: plain('#fbf6e6', 0.35),
          closure: 'cork',
          label: {
            brand: 'Parnika Homeware',
            title: 'Coconut',
            line: 'body oil · 250 ml',
            style: 'arch',
            ink: '#35563f',
            accent: '#7c9c6a',
          },
        }),
        {},
      ),
  ),
  'ridge-gourd-loofah': shots(
    'cream',
    shot(loofahTrio, { turn: 18, rise: 24, fill: 0.74 }),
    shot(() => placed(loofah(15, 3.1, 5), { turn: [0, 26, 0] }), {
      turn: 10,
      rise: 24,
      fill: 0.95,
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(loofah(15, 3, 1), { at: [0, 0, 2.5], turn: [0, 24, 0] }),
          placed(soapBar(bar('#9db27a', '#5d7440')), { at: [9, 0, 7], turn: [0, -20, 0] }),
          placed(waffleTowel(2), { at: [4, 0, -14], turn: [0, 4, 0] }),
        ),
      { turn: -6, rise: 34, fill: 0.8 },
    ),
  ),
  'bamboo-bath-brush': shots(
    'sage',
    shot(() => placed(bathBrush(), { turn: [0, 38, 0] }), { turn: 0, rise: 52, fill: 0.84 }),
    shot(() => placed(bathBrush(), { turn: [0, 24, 0] }), {
      turn: 6,
      rise: 30,
      fill: 2,
      aim: [0.33, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(waffleTowel(3), { at: [2, 0, -2], turn: [0, -4, 0] }),
          placed(bathBrush(), { at: [0, 6.8, 1], turn: [0, 30, 0] }),
        ),
      { turn: -8, rise: 40, fill: 0.84 },
    ),
  ),
  'pumice-foot-stone': shots(
    'terracotta',
    shot(() => placed(clayFish(), { turn: [0, 20, 0] }), { turn: 0, rise: 48, fill: 0.72 }),
    shot(() => placed(clayFish(), { turn: [0, 20, 0] }), { turn: 26, rise: 20, fill: 0.85, blur: 0.014 }),
    shot(
      () =>
        group(
          slatDish(13, 9, 'beech'),
          placed(clayFish(), { at: [0, 1.6, 0], turn: [0, 10, 0] }),
          placed(
            foldedCloth({
              width: 16,
              depth: 12,
              ply: 0.5,
              plies: 3,
              material: weave('#f0e7d6', { waffle: true, tile: 5 }),
            }),
            { at: [4, 0, -12], turn: [0, -8, 0] },
          ),
        ),
      { turn: -6, rise: 46, fill: 0.78 },
    ),
  ),
  'waffle-bath-towel': shots(
    'oat',
    shot(() => placed(clothStack([waffleTowel(1)], [6.8]), { turn: [0, -22, 0] }), {
      turn: 0,
      rise: 22,
      fill: 0.76,
    }),
    shot(() => placed(waffleTowel(4), { turn: [0, 30, 0] }), {
      turn: 0,
      rise: 26,
      fill: 1.7,
      aim: [0.1, 0.1, 0.2],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(
            rolledCloth({
              width: 30,
              radius: 6,
              ply: 0.9,
              material: weave('#f0e7d6', { waffle: true, tile: 6, bump: 3 }),
            }),
            { at: [0, 0, 4], turn: [0, -58, 0] },
          ),
          placed(
            rolledCloth({
              width: 30,
              radius: 6,
              ply: 0.9,
              material: weave('#cfd8c0', { waffle: true, tile: 6, bump: 3 }),
            }),
            { at: [13, 0, -1], turn: [0, -58, 0] },
          ),
        ),
      { turn: 12, rise: 22, fill: 0.8 },
    ),
  ),
  'khadi-face-towels': shots(
    'terracotta',
    shot(
      () =>
        placed(group(clothStack([khadiTowel('#a8482f', 1), khadiTowel('#33566b', 5)], [2.8, 2.8], 3)), {
          turn: [0, -20, 0],
        }),
      { turn: 0, rise: 28, fill: 0.74 },
    ),
    shot(
      () =>
        placed(
          crumpledCloth({
            width: 30,
            depth: 30,
            lift: 4.5,
            material: weave('#f6efe0', {
              stripe: '#a8482f',
              stripeAt: stripes,
              tile: 7,
              thread: 60,
              slub: 0.2,
            }),
          }),
          { turn: [0, 24, 0] },
        ),
      { turn: 0, rise: 42, fill: 0.92, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(
            rolledCloth({
              width: 15,
              radius: 3,
              ply: 0.5,
              material: weave('#f6efe0', { stripe: '#a8482f', stripeAt: stripes, tile: 7, thread: 60 }),
            }),
            { at: [-3, 0, 3], turn: [0, -50, 0] },
          ),
          placed(
            rolledCloth({
              width: 15,
              radius: 3,
              ply: 0.5,
              material: weave('#f6efe0', { stripe: '#33566b', stripeAt: stripes, tile: 7, thread: 60 }),
            }),
            { at: [4.5, 0, 1], turn: [0, -50, 0] },
          ),
          placed(soapBar(bar('#e5b3a8', '#b9606a', 0.1)), { at: [11, 0, 6], turn: [0, 20, 0] }),
        ),
      { turn: 4, rise: 32, fill: 0.76 },
    ),
  ),
  'kerala-thorthu-towel': shots(
    'sky',
    shot(
      () =>
        placed(
          clothStack([thorthu('#2f5d8a', 1), thorthu('#b23b32', 4), thorthu('#3c7a4f', 8)], [3, 3, 3], 2),
          { turn: [0, -24, 0] },
        ),
      { turn: 0, rise: 26, fill: 0.74 },
    ),
    shot(
      () =>
        placed(
          group(
            clothStack([thorthu('#2f5d8a', 1), thorthu('#b23b32', 4), thorthu('#3c7a4f', 8)], [3, 3, 3], 2),
          ),
          { turn: [0, 34, 0] },
        ),
      { turn: 0, rise: 18, fill: 1.5, blur: 0.014 },
    ),
    shot(
      () =>
        group(
          placed(thorthu('#3c7a4f', 8), { at: [0, 0, -5], turn: [0, -10, 0] }),
          placed(
            crumpledCloth({
              width: 36,
              depth: 26,
              lift: 4,
              material: weave('#fbf6ea', {
                stripe: '#2f5d8a',
                stripeAt: (v) => v % 1 > 0.86,
                tile: 9,
                thread: 70,
              }),
              seed: 7,
            }),
            { at: [6, 0, 12], turn: [0, 18, 0] },
          ),
        ),
      { turn: 0, rise: 44, fill: 0.82 },
    ),
  ),
  'neem-comb-wide-tooth': shots(
    'sand',
    shot(() => placed(neemComb(), { turn: [0, 28, 0] }), { turn: 0, rise: 56, fill: 0.82 }),
    shot(() => placed(neemComb(), { turn: [0, 22, 0] }), {
      turn: 18,
      rise: 28,
      fill: 1.5,
      aim: [0.12, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(neemComb(), { at: [0, 0, 3], turn: [0, 12, 0] }),
          placed(
            flatBox(19.5, 0.5, 6.6, {
              brand: 'Bansuli Bamboo Works',
              title: 'Neem Comb',
              line: 'wide tooth',
              style: 'bare',
            }),
            { at: [0.5, 0, -4.2], turn: [0, 12, 0] },
          ),
          placed(twig('combleaf', 10, '#6d8f4e', 6), { at: [-6, 0, 8.5], turn: [0, 14, 0] }),
        ),
      { turn: 0, rise: 70, fill: 0.8 },
    ),
  ),
  'neem-comb-fine-handle': shots(
    'sage',
    shot(() => placed(fineComb(), { turn: [0, 32, 0] }), { turn: 0, rise: 58, fill: 0.84 }),
    shot(() => placed(fineComb(), { turn: [0, 16, 0] }), {
      turn: 20,
      rise: 30,
      fill: 1.6,
      aim: [0.16, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(fineComb(), { at: [0, 0, 2.2], turn: [0, 16, 0] }),
          placed(neemComb(), { at: [1, 0, -4.6], turn: [0, 16, 0] }),
        ),
      { turn: 0, rise: 66, fill: 0.8 },
    ),
  ),
  'bamboo-paddle-brush': shots(
    'oat',
    shot(() => placed(paddle(), { turn: [0, 40, 0] }), { turn: 0, rise: 50, fill: 0.8 }),
    shot(() => placed(paddle(), { turn: [0, 20, 0] }), {
      turn: 12,
      rise: 30,
      fill: 1.5,
      aim: [0.22, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(paddle(), { at: [-2, 0, 2], turn: [0, 62, 0] }),
          placed(
            flatBox(26, 4.5, 10, {
              brand: 'Bansuli Bamboo Works',
              title: 'Paddle Brush',
              line: 'bamboo',
              style: 'bare',
            }),
            { at: [8, 0, -3], turn: [0, 74, 0] },
          ),
        ),
      { turn: 0, rise: 54, fill: 0.82 },
    ),
  ),
  'shikakai-shampoo-bar': round(
    'clay',
    shikakai,
    { brand, title: 'Shikakai & Reetha', line: 'shampoo bar · 80 g' },
    () => placed(twig('shika', 8, '#6f8a4c', 5), { at: [-5, 0, 6.2], turn: [0, 10, 0] }),
  ),
  'hibiscus-conditioner-bar': round(
    'blush',
    hibiscus,
    { brand, title: 'Hibiscus', line: 'conditioner bar · 60 g' },
    () => placed(petals('hibi', 12, [5, 1.2], '#c8394f', 2.2), { at: [-1, 0, 6.4] }),
  ),
  'hair-bar-travel-tin': shots(
    'mint',
    shot(
      () =>
        group(
          placed(tin({ radius: 4.5, height: 4.2, open: plain('#d9dcdb', 0.4) }), {}),
          placed(soapBar({ color: '#7f9a6a', specks: '#4f6a3c', round: true, size: [7.2, 2.4, 7.2] }), {
            at: [0, 2.9, 0],
          }),
          grounded(placed(tinLid({ radius: 4.5, height: 4.2 }), { at: [7.4, 0, 3.2], turn: [180, 0, 0] })),
          placed(
            soapBar({
              color: '#efe2c8',
              specks: '#d8c39a',
              round: true,
              size: [7.2, 2.4, 7.2],
              amount: 0.05,
            }),
            { at: [6.4, 0, -5.4] },
          ),
        ),
      { turn: -10, rise: 36, fill: 0.74 },
    ),
    shot(
      () =>
        tin({
          radius: 4.5,
          height: 4.2,
          top: { brand, title: 'Hair Bars', line: 'travel tin', style: 'framed' },
        }),
      { turn: 10, rise: 44, fill: 0.66, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(
            tin({
              radius: 4.5,
              height: 4.2,
              top: { brand, title: 'Hair Bars', line: 'travel tin', style: 'framed' },
            }),
            { at: [-5.4, 0, 1] },
          ),
          placed(soapBar({ color: '#7f9a6a', specks: '#4f6a3c', round: true, size: [7.2, 2.4, 7.2] }), {
            at: [4, 0, -3.4],
          }),
          placed(
            soapBar({
              color: '#efe2c8',
              specks: '#d8c39a',
              round: true,
              size: [7.2, 2.4, 7.2],
              amount: 0.05,
            }),
            { at: [4.6, 0, 5] },
          ),
        ),
      { turn: 0, rise: 80, fill: 0.76 },
    ),
  ),
  'bhringraj-hair-oil': bottleShots(
    'honey',
    {
      radius: 2.4,
      height: 10.6,
      closure: 'dropper',
      label: { brand, title: 'Bhringraj & Amla', line: 'hair oil · 100 ml' },
    },
    () => carton(5.4, 14.6, 5.4, { brand, title: 'Bhringraj & Amla', line: 'hair oil · 100 ml' }),
    () => placed(twig('bhring', 8, '#5d7d3e', 5), { at: [-2.4, 0, 4.6], turn: [0, 10, 0] }),
  ),
  'onion-seed-hair-oil': bottleShots(
    'lilac',
    {
      radius: 2.6,
      height: 13.2,
      closure: 'cap',
      label: {
        brand,
        title: 'Black Seed & Onion',
        line: 'hair oil · 150 ml',
        ink: '#4d2f4f',
        accent: '#8f6b9c',
      },
    },
    () => carton(5.8, 16, 5.8, { brand, title: 'Black Seed & Onion', line: 'hair oil · 150 ml' }, '#d9cfe0'),
    () =>
      placed(
        scattered('kalonji', 120, [4.2, 1.2], block(0.28, 0.16, 0.18, 0.06), plain('#231f1c', 0.6), 0.1),
        { at: [0, 0, 4.4] },
      ),
  ),
  'fenugreek-hair-mask': jarShots('sage', mask, () =>
    placed(scattered('methi', 80, [5, 1], block(0.45, 0.3, 0.3, 0.1), plain('#c99a45', 0.7), 0.15), {
      at: [0, 0, 6.2],
    }),
  ),
}

export function beanGeometry(): THREE.BufferGeometry {
  const bean = block(1.1, 0.55, 0.75, 0.27)
  return bean
}
