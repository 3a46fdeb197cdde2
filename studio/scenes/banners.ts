import * as THREE from 'three'
import { block, group, mesh, placed } from '../shapes/forms.ts'
import { disc, petals, twig } from '../shapes/props.ts'
import { wood, weave, plain } from '../surfaces/materials.ts'
import { shotList } from './shot-list.ts'
import type { PaletteName } from '../stage/backdrop.ts'
import type { View } from '../stage/frame.ts'

export type Banner = {
  headline: readonly string[]
  line: string
  /** The side that carries the type; the goods stand on the other. */
  type: 'left' | 'right'
  palette: PaletteName
  view: View
  build: () => THREE.Object3D
}

/** Goods from the catalogue's own pictures, so that a slide shows what the shop sells. */
function item(slug: string, number = 1): THREE.Object3D {
  const shot = shotList[slug]?.pictures[number - 1]
  if (shot === undefined) throw new Error(`no scene for ${slug}-${number}`)
  return shot.build()
}

const set = (
  slug: string,
  number: number,
  at: readonly [number, number, number],
  yaw = 0,
  scale = 1,
): THREE.Group => placed(item(slug, number), { at, turn: [0, yaw, 0], scale })

const view = (type: 'left' | 'right', rise: number, more: View = {}): View => ({
  turn: type === 'left' ? -10 : 10,
  rise,
  fill: 0.76,
  across: 0.58,
  shift: [type === 'left' ? 0.205 : -0.205, 0],
  blur: 0.004,
  ...more,
})

export const bannerScenes: readonly Banner[] = [
  {
    headline: ['The Green', 'Choice of', 'India!'],
    line: 'Everyday goods, honestly made',
    type: 'left',
    palette: 'slide',
    view: view('left', 14),
    build: () =>
      group(
        mesh(disc(17, 1.4, wood('mango')).geometry, wood('mango'), [0, -1.4, 0]),
        set('copper-water-bottle', 1, [-6, 0, -5]),
        set('terracotta-planter-saucer', 1, [8, 0, -6], 20, 0.72),
        set('goat-milk-oats-soap', 1, [5, 0, 8], 10, 0.85),
        placed(item('clay-kulhad-set', 2), { at: [-6, 0, 7] }),
        placed(twig('slide1', 9, '#6d8f4e', 6), { at: [-14, 0, 3], turn: [0, -30, 0] }),
      ),
  },
  {
    headline: ['A kinder', 'bathroom'],
    line: 'Bars, bamboo and loofah',
    type: 'right',
    palette: 'slideCream',
    view: view('right', 18),
    build: () =>
      group(
        set('waffle-bath-towel', 3, [-12, 0, -9], 14, 0.62),
        set('bamboo-toothbrush-set', 3, [4.5, 0, -5]),
        set('neem-tulsi-bath-soap', 2, [7, 0, 6], 6, 0.8),
        set('ridge-gourd-loofah', 2, [-5.5, 0, 7], 6, 0.85),
        set('rose-water-mist', 1, [10.5, 0, -3.5], 0, 0.9),
      ),
  },
  {
    headline: ['Cook,', 'store,', 'serve'],
    line: 'Copper, clay, neem and steel',
    type: 'left',
    palette: 'slide',
    view: view('left', 16),
    build: () =>
      group(
        set('clay-curry-handi', 1, [-4, 0, 6], 10),
        set('neem-spatula-set', 3, [13, 0, -8]),
        set('steel-tiffin-three-tier', 1, [-13, 0, -14], 20),
        set('copper-tumblers-pair', 2, [15, 0, 8]),
        placed(item('brass-masala-dabba', 2), { at: [6, 0, 24], turn: [0, 10, 0], scale: 0.9 }),
      ),
  },
  {
    headline: ['For babies', 'and pets'],
    line: 'Turned wood, muslin and wool',
    type: 'right',
    palette: 'slideCream',
    view: view('right', 18),
    build: () =>
      group(
        set('channapatna-stacking-rings', 1, [-10, 0, -5], 0, 1.15),
        set('pull-along-elephant', 1, [5, 0, 4], -8, 1.05),
        set('muslin-swaddle-pair', 1, [6, 0, -17], 10, 0.8),
        set('felt-cat-balls', 2, [-9, 0, 10]),
      ),
  },
  {
    headline: ['Light up,', 'give well'],
    line: 'Clay diyas and gift boxes',
    type: 'left',
    palette: 'slideCream',
    view: view('left', 24),
    build: () =>
      group(
        set('festive-pantry-hamper', 3, [2, 0, -13], 6, 0.85),
        set('painted-diyas-four', 1, [-3, 0, 10], 8),
        set('clay-diyas-twelve', 2, [13, 0, 9]),
        set('clay-diyas-twelve', 2, [15, 0, 1], 60),
        placed(petals('slide5', 18, [15, 2.4], '#f0972a', 2), { at: [2, 0, 21] }),
      ),
  },
  {
    headline: ['Paper with', 'a past'],
    line: 'Cotton rag, newsprint and seed',
    type: 'right',
    palette: 'slide',
    view: view('right', 26),
    build: () =>
      group(
        set('leaf-print-journal', 1, [-7, 0, 6], 10),
        placed(item('cotton-rag-notebook', 1), { at: [8, 0, 4], turn: [0, -34, 0] }),
        set('seed-pencils', 3, [-9, 0, -11]),
        set('seed-paper-cards', 2, [5, 0, -10], -14),
        set('paper-ball-pens', 1, [3, 0, 20], 30, 0.9),
      ),
  },
  {
    headline: ['Made', 'in India'],
    line: 'Workshops from Assam to Kutch',
    type: 'left',
    palette: 'slide',
    view: view('left', 15),
    build: () =>
      group(
        set('sabai-storage-basket', 1, [-8, 0, -10], 0, 0.92),
        set('terracotta-bud-vase', 1, [13, 0, -8], 0, 0.95),
        set('indigo-block-stole', 1, [3, 0, 10], 8, 0.8),
        set('copper-tumblers-pair', 2, [-15, 0, 9]),
        set('channapatna-stacking-rings', 1, [20, 0, 7], 0, 0.8),
      ),
  },
  {
    headline: ['Sell', 'with us'],
    line: 'Open your shop in three steps',
    type: 'right',
    palette: 'slideCream',
    view: view('right', 22, { fill: 0.7, across: 0.54, shift: [-0.235, 0] }),
    build: () =>
      group(
        set('bath-ritual-gift-box', 1, [0, 0, 6], 4),
        parcel(20, 14, 16, [-9, 0, -15], 10),
        parcel(15, 10, 12, [-8, 14, -15], -8),
        parcel(17, 17, 15, [11, 0, -16], -14),
        placed(item('bamboo-cotton-buds', 3), { at: [11.5, 17, -16], turn: [0, 10, 0], scale: 0.62 }),
      ),
  },
  {
    headline: ['Bulk and', 'corporate'],
    line: 'Gift boxes for teams of any size',
    type: 'left',
    palette: 'slide',
    view: view('left', 24),
    build: () =>
      group(
        ...[
          [-15, 0, -10, 0],
          [15, 0, -12, 3],
          [0, 12.6, -11, -4],
          [-2, 0, 16, 6],
        ].map(([x, y, z, yaw], index) =>
          set(
            index % 2 === 0 ? 'festive-pantry-hamper' : 'fragrance-gift-trio',
            3,
            [x ?? 0, y ?? 0, z ?? 0],
            yaw ?? 0,
            index % 2 === 0 ? 0.86 : 0.98,
          ),
        ),
        set('amber-jar-candle', 1, [20, 0, 13], 0, 1.1),
      ),
  },
]

function parcel(
  width: number,
  height: number,
  depth: number,
  at: readonly [number, number, number],
  yaw: number,
): THREE.Group {
  return placed(
    group(
      mesh(block(width, height, depth, 0.2), plain('#c9a273', 0.9), [0, height / 2, 0]),
      mesh(block(width + 0.1, height + 0.1, 2.4, 0.05), weave('#e3cfa6', { thread: 60 }), [0, height / 2, 0]),
      mesh(new THREE.PlaneGeometry(width * 0.3, height * 0.3), plain('#f6f1e4', 0.9), [
        width * 0.24,
        height * 0.62,
        depth / 2 + 0.08,
      ]),
    ),
    { at, turn: [0, yaw, 0] },
  )
}

/** Sets the words on the free side, inside the middle 88 % of the slide. */
export function drawBannerText(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  banner: Banner,
): void {
  const size = height * 0.135
  const lineSize = height * 0.052
  const left = banner.type === 'left' ? width * 0.075 : width * 0.555
  const room = width * 0.38
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = '#1f4d36'
  pen.font = `800 ${size}px Figtree`
  pen.letterSpacing = `${-size * 0.018}px`
  const widest = Math.max(...banner.headline.map((words) => pen.measureText(words).width))
  if (widest > room)
    throw new Error(
      `'${banner.headline.join(' ')}' is ${Math.round(widest)} wide, ${Math.round(room)} is free`,
    )
  const leading = size * 1.02
  const tall = banner.headline.length * leading + lineSize * 1.9
  let y = (height - tall) / 2 + size * 0.8
  for (const words of banner.headline) {
    pen.fillText(words, left, y)
    y += leading
  }
  pen.letterSpacing = '0px'
  pen.fillStyle = '#355e49'
  pen.font = `600 ${lineSize}px Figtree`
  const long = pen.measureText(banner.line).width
  if (long > room) pen.font = `600 ${(lineSize * room) / long}px Figtree`
  pen.fillText(banner.line, left, y + lineSize * 0.35)
}
