import * as THREE from 'three'
import { noise } from '../stage/random.ts'
import { drawLeaf, drawSprig, printed } from '../surfaces/labels.ts'
import { kraft, paper, plain, wood } from '../surfaces/materials.ts'
import { block, boxMapped, cutOut, group, mesh, outline, placed, tube, turned, uneven } from './forms.ts'
import { leafGeometry } from './props.ts'

/** A closed book lying flat; `cover` is printed on its top. */
export function book(options: {
  width: number
  height: number
  thick: number
  cover: THREE.Material
  edge?: string
  back?: THREE.Material
  deckle?: boolean
  soft?: boolean
}): THREE.Group {
  const { width, height, thick } = options
  const board = options.soft === true ? 0.06 : 0.24
  const pages = block(width - 0.4, thick - board * 2, height - 0.5, 0.05)
  const back = options.back ?? options.cover
  const top = mesh(
    new THREE.PlaneGeometry(width, height),
    options.cover,
    [0, thick + 0.012, 0],
    [-Math.PI / 2, 0, 0],
  )
  const result = group(
    mesh(
      options.deckle === true
        ? uneven(new THREE.BoxGeometry(width - 0.3, thick - board * 2, height - 0.3, 20, 4, 26), 0.12, 2.2)
        : pages,
      paper('#f3ead6'),
      [-0.1, thick / 2, 0],
    ),
    mesh(block(width, board, height, 0.06), back, [0, board / 2, 0]),
    mesh(block(width, board, height, 0.06), back, [0, thick - board / 2, 0]),
    mesh(block(board, thick, height, 0.1), back, [-width / 2 + board / 2, thick / 2, 0]),
    top,
  )
  for (let line = 1; line < 9; line += 1) {
    const y = board + ((thick - board * 2) * line) / 9
    result.add(
      mesh(
        new THREE.BoxGeometry(width - 0.38 + noise(line, 1) * 0.1, 0.012, height - 0.46),
        plain('#cbbb98', 1),
        [-0.1, y, 0],
      ),
    )
  }
  return result
}

export function blockPrint(
  ground: string,
  ink: string,
  accent: string,
  cells = 5,
): THREE.MeshStandardMaterial {
  return printed(512, 700, (pen, w, h) => {
    pen.fillStyle = ground
    pen.fillRect(0, 0, w, h)
    for (let thread = 0; thread < 700; thread += 3) {
      pen.fillStyle = thread % 2 === 0 ? 'rgba(0,0,0,0.035)' : 'rgba(255,255,255,0.05)'
      pen.fillRect(0, thread, w, 1.4)
      pen.fillRect(thread, 0, 1.4, h)
    }
    const step = w / cells
    for (let row = 0; row * step < h; row += 1) {
      for (let column = 0; column <= cells; column += 1) {
        const x = (column + (row % 2) * 0.5) * step
        const y = (row + 0.5) * step
        pen.fillStyle = ink
        pen.strokeStyle = ink
        drawSprig(pen, x, y, step * 0.3, 2)
        pen.fillStyle = accent
        pen.beginPath()
        pen.arc(x + step * 0.5, y, step * 0.05, 0, 7)
        pen.fill()
      }
    }
  })
}

export function leafShadow(ground: string, tones: readonly string[], seed = 1): THREE.MeshStandardMaterial {
  return printed(512, 720, (pen, w, h) => {
    pen.fillStyle = ground
    pen.fillRect(0, 0, w, h)
    tones.forEach((tone, index) => {
      pen.fillStyle = tone
      pen.globalAlpha = 0.62
      for (let leaf = 0; leaf < 5; leaf += 1) {
        const x = noise(index * 5.1 + leaf * 3.7, seed) * w
        const y = noise(index * 2.3 + leaf * 7.9, seed + 4) * h
        drawLeaf(pen, x, y, 70 + noise(leaf, index + seed) * 90, noise(leaf * 2.2, index) * 6.3)
      }
    })
    pen.globalAlpha = 1
  })
}

/** A pencil along x: point at +x. */
export function pencil(options: {
  barrel: THREE.Material
  core: string
  length?: number
  cap?: string
  hex?: boolean
}): THREE.Group {
  const length = options.length ?? 18
  const r = 0.37
  const body = new THREE.CylinderGeometry(r, r, length - 2, options.hex === true ? 6 : 24)
  const result = group(
    mesh(boxMapped(body), options.barrel, [0, (length - 2) / 2, 0]),
    mesh(
      turned(
        [
          [r, 0],
          [0.13, 1.55],
        ],
        0.01,
        24,
      ),
      wood('ivory'),
      [0, length - 2, 0],
    ),
    mesh(
      turned(
        [
          [0.13, 0],
          [0.02, 0.5],
          [0, 0.5],
        ],
        0.01,
        16,
      ),
      plain(options.core, 0.6),
      [0, length - 0.46, 0],
    ),
  )
  if (options.cap !== undefined)
    result.add(
      mesh(
        turned(
          [
            [0, -0.9],
            [r * 0.8, -0.85, 0.2],
            [r * 1.02, -0.4, 0.2],
            [r * 1.02, 0.7, 0.05],
            [r, 0.7],
          ],
          0.05,
          24,
        ),
        plain(options.cap, 0.5),
      ),
    )
  result.rotation.z = -Math.PI / 2
  result.position.set(-length / 2, r, 0)
  return group(result)
}

export function newsprint(seed: number): THREE.MeshStandardMaterial {
  const material = printed(256, 256, (pen) => {
    pen.fillStyle = '#ddd6c6'
    pen.fillRect(0, 0, 256, 256)
    for (let row = 0; row < 26; row += 1) {
      let x = 4
      while (x < 250) {
        const word = 6 + noise(x * 0.3 + seed, row * 1.7) * 26
        pen.fillStyle = row % 9 === seed % 9 ? 'rgba(150,60,50,0.7)' : 'rgba(70,66,60,0.62)'
        pen.fillRect(x, row * 10 + 3, word, 4.2)
        x += word + 5
      }
    }
  })
  if (material.map !== null) {
    material.map.wrapS = material.map.wrapT = THREE.RepeatWrapping
    material.map.repeat.set(0.35, 0.35)
    material.map.rotation = 0.5
  }
  return material
}

/** A capped-less ball pen along x with a paper barrel. */
export function paperPen(color: string): THREE.Group {
  const result = group(
    mesh(
      turned(
        [
          [0, 0],
          [0.42, 0, 0.08],
          [0.42, 11.5],
          [0, 11.5],
        ],
        0.05,
        28,
      ),
      kraft(),
    ),
    mesh(
      turned(
        [
          [0.44, 0],
          [0.44, 1.1],
          [0, 1.1],
        ],
        0.05,
        28,
      ),
      plain(color, 0.5),
      [0, -0.05, 0],
    ),
    mesh(
      turned(
        [
          [0.42, 0],
          [0.38, 0.6],
          [0.1, 2.4],
          [0.05, 2.8],
          [0, 2.8],
        ],
        0.05,
        28,
      ),
      plain('#d5cfc2', 0.4),
      [0, 11.5, 0],
    ),
    mesh(block(0.28, 4, 0.14, 0.05), wood('beech'), [0, 2.1, 0.5]),
  )
  result.rotation.z = -Math.PI / 2
  result.position.set(-7, 0.5, 0)
  return group(result)
}

export function organiser(filled: boolean): THREE.Group {
  const bamboo = wood('bamboo')
  const panel = (w: number, h: number, d: number, x: number, y: number, z: number): THREE.Mesh =>
    mesh(block(w, h, d, 0.15, w > d ? 'x' : 'z'), bamboo, [x, y, z])
  const result = group(
    panel(24, 0.7, 14, 0, 0.35, 0),
    panel(24, 12, 0.7, 0, 6, -6.6),
    panel(24, 5, 0.7, 0, 2.5, 6.6),
    panel(0.7, 9, 14, -11.7, 4.5, 0),
    panel(0.7, 9, 14, 11.7, 4.5, 0),
    panel(0.7, 8, 14, -3.4, 4, 0),
    panel(24, 8, 0.6, 0, 4, -0.8),
    panel(0.6, 5, 7, 4.4, 2.5, 3),
  )
  if (filled) {
    ;['#c23b2e', '#2f6f9a', '#e38a2a', '#5f9a4a'].forEach((color, index) =>
      result.add(
        placed(placed(pencil({ barrel: newsprint(index), core: color, cap: color }), { turn: [0, 0, 90] }), {
          at: [-10 + index * 1.7, 9.4, -3.6 + (index % 2)],
          turn: [6 - index * 3, index * 30, index * 3 - 5],
        }),
      ),
    )
    result.add(mesh(block(7, 11, 1, 0.15), plain('#33383a', 0.3), [3.6, 6.2, -3.6], [-0.14, 0, 0]))
    result.add(
      mesh(block(6, 4.4, 0.8, 0.05), paper('#f3ead6'), [8, 3, 3.4]),
      mesh(block(5.6, 3.6, 1.4, 0.05), paper('#c9d6b5'), [0.4, 2.4, 3.2]),
    )
  }
  return result
}

export function foldedCard(face: THREE.Material, width: number, height: number): THREE.Group {
  const inside = paper('#f6efe0')
  const front = mesh(
    new THREE.BoxGeometry(width, height, 0.08),
    [inside, inside, inside, inside, face, inside],
    [0, height / 2, 0.9],
    [-0.1, 0, 0],
  )
  const back = mesh(new THREE.BoxGeometry(width, height, 0.08), inside, [0, height / 2, -0.9], [0.1, 0, 0])
  return group(front, back)
}

export function envelope(width: number, height: number): THREE.Group {
  const flap = mesh(
    cutOut(
      outline(
        [
          [-width / 2, 0, 0.2],
          [width / 2, 0, 0.2],
          [0, height * 0.58, 1],
        ],
        0.3,
      ),
      0.06,
      0.02,
    ),
    kraft('#b98f5c'),
    [0, 0.16, -height / 2],
    [Math.PI / 2, 0, 0],
  )
  return group(mesh(block(width, 0.12, height, 0.04), kraft(), [0, 0.06, 0]), flap)
}

/** A rolled sheet along x. */
export function paperRoll(material: THREE.Material, length: number, radius: number): THREE.Group {
  const roll = group(
    mesh(
      new THREE.CylinderGeometry(radius, radius, length, 48, 1, true),
      material,
      [0, radius, 0],
      [0, 0, Math.PI / 2],
    ),
    mesh(
      new THREE.CylinderGeometry(radius * 0.97, radius * 0.97, length, 48, 1, true),
      paper('#f3ead6'),
      [0, radius, 0],
      [0, 0, Math.PI / 2],
    ),
  )
  for (let turn = 1; turn < 5; turn += 1)
    roll.add(
      mesh(
        new THREE.CylinderGeometry(
          radius * (1 - turn * 0.09),
          radius * (1 - turn * 0.09),
          length - 0.1,
          40,
          1,
          true,
        ),
        paper('#efe4cc'),
        [0, radius - turn * 0.04, 0],
        [0, 0, Math.PI / 2],
      ),
    )
  return roll
}

/** A star of folded paper with pierced dots, lit from inside. */
export function starLantern(points: number, radius: number, color: string): THREE.Group {
  const skin = printed(256, 256, (pen) => {
    pen.fillStyle = color
    pen.fillRect(0, 0, 256, 256)
    pen.fillStyle = '#fff3c4'
    for (let row = 0; row < 9; row += 1)
      for (let column = 0; column <= row; column += 1) {
        pen.beginPath()
        pen.arc(128 + (column - row / 2) * 24, 30 + row * 24, 4.6, 0, 7)
        pen.fill()
      }
  })
  skin.emissive = new THREE.Color('#ffcf8a')
  skin.emissiveMap = skin.map
  skin.emissiveIntensity = 0.42
  const positions: number[] = []
  const uvs: number[] = []
  for (const side of [1, -1]) {
    for (let point = 0; point < points; point += 1) {
      const tip = (point / points) * Math.PI * 2 + Math.PI / 2
      const half = Math.PI / points
      const corner = (angle: number, r: number): [number, number, number] => [
        Math.cos(angle) * r,
        Math.sin(angle) * r,
        0,
      ]
      const centre: [number, number, number] = [0, 0, side * radius * 0.3]
      const ridge: [number, number, number] = [Math.cos(tip) * radius, Math.sin(tip) * radius, 0]
      for (const valley of [tip - half, tip + half]) {
        positions.push(...centre, ...ridge, ...corner(valley, radius * 0.44))
        uvs.push(0.5, 0.92, 0.5, 0.05, 0.95, 0.3)
      }
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.computeVertexNormals()
  skin.flatShading = true
  const star = group(
    mesh(geometry, skin),
    mesh(
      tube(
        [
          [0, radius, 0],
          [0, radius * 1.5, 0],
        ],
        0.2,
      ),
      plain('#e9dcc0', 0.9),
    ),
  )
  star.position.y = radius
  return group(star)
}

/** A ball of crepe petals. */
export function marigold(radius: number, color: string, seed: number): THREE.Group {
  const petal = leafGeometry(radius * 0.62, radius * 0.62, 0.4)
  const count = 120
  const matrices: THREE.Matrix4[] = []
  for (let index = 0; index < count; index += 1) {
    const y = 1 - (2 * (index + 0.5)) / count
    const angle = index * 2.39996 + seed
    const ring = Math.sqrt(1 - y * y)
    const direction = new THREE.Vector3(Math.cos(angle) * ring, y, Math.sin(angle) * ring)
    matrices.push(
      new THREE.Matrix4().compose(
        direction.clone().multiplyScalar(radius * 0.5),
        new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(1, 0.25, 0).normalize(), direction),
        new THREE.Vector3(1, 1, 1),
      ),
    )
  }
  const flower = new THREE.InstancedMesh(petal, plain(color, 0.85), count)
  matrices.forEach((matrix, index) => flower.setMatrixAt(index, matrix))
  return group(flower, mesh(new THREE.SphereGeometry(radius * 0.55, 16, 12), plain(color, 0.9)))
}

export function mangoLeaf(length: number): THREE.Mesh {
  return mesh(leafGeometry(length, length * 0.34, 0.06), plain('#4f7f3f', 0.8))
}
