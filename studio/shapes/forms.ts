import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { noise } from '../stage/random.ts'

export type Point = readonly [number, number]

/** A path with corners rounded off; a third number overrides the radius of that corner. */
export function rounded(points: readonly (readonly [number, number, number?])[], radius = 0.15): Point[] {
  const result: Point[] = []
  points.forEach((point, index) => {
    const before = points[index - 1]
    const after = points[index + 1]
    if (before === undefined || after === undefined) {
      result.push([point[0], point[1]])
      return
    }
    const toBefore = new THREE.Vector2(before[0] - point[0], before[1] - point[1])
    const toAfter = new THREE.Vector2(after[0] - point[0], after[1] - point[1])
    const cut = Math.min(point[2] ?? radius, toBefore.length() * 0.49, toAfter.length() * 0.49)
    if (cut < 0.001) {
      result.push([point[0], point[1]])
      return
    }
    const start = toBefore.setLength(cut)
    const end = toAfter.setLength(cut)
    for (let step = 0; step <= 6; step += 1) {
      const t = step / 6
      const away = (1 - t) * (1 - t)
      const toward = t * t
      result.push([point[0] + start.x * away + end.x * toward, point[1] + start.y * away + end.y * toward])
    }
  })
  return result
}

/** Turned on a lathe: points are radius and height in cm, from the bottom up. */
export function turned(
  points: readonly (readonly [number, number, number?])[],
  radius = 0.15,
  segments = 72,
): THREE.BufferGeometry {
  const path = rounded(points, radius)
  const geometry = new THREE.LatheGeometry(
    path.map(([x, y]) => new THREE.Vector2(Math.max(0, x), y)),
    segments,
  )
  const widest = Math.max(...path.map(([x]) => x))
  const uv = geometry.getAttribute('uv')
  let length = 0
  const lengths = path.map((point, index) => {
    const before = path[index - 1] ?? point
    length += Math.hypot(point[0] - before[0], point[1] - before[1])
    return length
  })
  for (let index = 0; index < uv.count; index += 1) {
    uv.setXY(index, uv.getX(index) * widest * 2 * Math.PI, lengths[index % path.length] ?? 0)
  }
  return geometry
}

/** Texture coordinates in cm from the side that a face looks to; `along` turns the grain. */
export function boxMapped(
  geometry: THREE.BufferGeometry,
  along: 'x' | 'y' | 'z' = 'y',
): THREE.BufferGeometry {
  const flat = geometry.index === null ? geometry : geometry.toNonIndexed()
  const position = flat.getAttribute('position')
  const uv = new Float32Array(position.count * 2)
  const a = new THREE.Vector3()
  const b = new THREE.Vector3()
  const c = new THREE.Vector3()
  for (let face = 0; face < position.count; face += 3) {
    a.fromBufferAttribute(position, face)
    b.fromBufferAttribute(position, face + 1)
    c.fromBufferAttribute(position, face + 2)
    const normal = b.clone().sub(a).cross(c.clone().sub(a))
    const x = Math.abs(normal.x)
    const y = Math.abs(normal.y)
    const z = Math.abs(normal.z)
    ;[a, b, c].forEach((point, corner) => {
      const places: Record<'x' | 'y' | 'z', number> = { x: point.x, y: point.y, z: point.z }
      const dominant = x >= y && x >= z ? 'x' : y >= z ? 'y' : 'z'
      const others = (['x', 'y', 'z'] as const).filter((axis) => axis !== dominant)
      const first = others[0] ?? 'x'
      const second = others[1] ?? 'y'
      const grainFirst = first === along
      uv[(face + corner) * 2] = grainFirst ? places[second] : places[first]
      uv[(face + corner) * 2 + 1] = grainFirst ? places[first] : places[second]
    })
  }
  flat.setAttribute('uv', new THREE.BufferAttribute(uv, 2))
  return flat
}

export function block(
  width: number,
  height: number,
  depth: number,
  radius = 0.15,
  along: 'x' | 'y' | 'z' = 'x',
): THREE.BufferGeometry {
  const limit = Math.min(width, height, depth) / 2 - 0.001
  return boxMapped(new RoundedBoxGeometry(width, height, depth, 5, Math.min(radius, limit)), along)
}

/** A flat piece cut out of a sheet: lies in x and y, `thick` along z, edges rounded. */
export function cutOut(
  shape: THREE.Shape,
  thick: number,
  bevel = 0.1,
  along: 'x' | 'y' | 'z' = 'y',
  curve = 12,
): THREE.BufferGeometry {
  const edge = Math.min(bevel, thick / 2 - 0.001)
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: thick - edge * 2,
    bevelThickness: edge,
    bevelSize: edge,
    bevelOffset: -edge,
    bevelSegments: 4,
    curveSegments: curve,
  })
  geometry.translate(0, 0, -thick / 2 + edge)
  return boxMapped(geometry, along)
}

export function outline(points: readonly (readonly [number, number, number?])[], radius = 0.3): THREE.Shape {
  const closed = [...points]
  const first = closed[0]
  const last = closed[closed.length - 1]
  if (first === undefined || last === undefined) return new THREE.Shape()
  // Start in the middle of an edge so that the first corner is rounded too.
  const start: [number, number] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]
  const path = rounded([start, ...closed, start], radius)
  return new THREE.Shape(path.map(([x, y]) => new THREE.Vector2(x, y)))
}

export function tube(
  points: readonly (readonly [number, number, number])[],
  radius: number,
  closed = false,
  segments = 64,
): THREE.BufferGeometry {
  const curve = new THREE.CatmullRomCurve3(
    points.map(([x, y, z]) => new THREE.Vector3(x, y, z)),
    closed,
    'centripetal',
  )
  const geometry = new THREE.TubeGeometry(curve, segments, radius, 12, closed)
  const length = curve.getLength()
  const uv = geometry.getAttribute('uv')
  for (let index = 0; index < uv.count; index += 1) {
    uv.setXY(index, uv.getX(index) * length, uv.getY(index) * radius * 2 * Math.PI)
  }
  return geometry
}

/** Moves points along their normals by smooth noise, for hand-made and soft things. */
export function uneven(
  geometry: THREE.BufferGeometry,
  amount: number,
  scale: number,
  seed = 0,
): THREE.BufferGeometry {
  const position = geometry.getAttribute('position')
  for (let index = 0; index < position.count; index += 1) {
    const x = position.getX(index)
    const y = position.getY(index)
    const z = position.getZ(index)
    const shift = (axis: number): number =>
      (noise(x * scale + axis * 31 + seed, y * scale + seed, z * scale + axis * 7) - 0.5) * 2 * amount
    position.setXYZ(index, x + shift(1), y + shift(2), z + shift(3))
  }
  geometry.computeVertexNormals()
  return geometry
}

export type GridPoint = (u: number, v: number) => readonly [number, number, number]

/** A surface over u and v from 0 to 1; texture coordinates 0 to 1 or scaled to cm. */
export function surface(
  at: GridPoint,
  columns = 48,
  rows = 48,
  scale: readonly [number, number] = [1, 1],
): THREE.BufferGeometry {
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const u = column / columns
      const v = row / rows
      positions.push(...at(u, v))
      uvs.push(u * scale[0], v * scale[1])
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * (columns + 1) + column
      const b = a + columns + 1
      indices.push(a, a + 1, b, a + 1, b + 1, b)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return geometry
}

/** A label wrapped round a cylinder, facing the front. */
export function wrap(radius: number, height: number, degrees: number): THREE.BufferGeometry {
  const angle = THREE.MathUtils.degToRad(degrees)
  return new THREE.CylinderGeometry(radius, radius, height, 48, 1, true, -angle / 2, angle)
}

export function mesh(
  geometry: THREE.BufferGeometry,
  material: THREE.Material | THREE.Material[],
  at: readonly [number, number, number] = [0, 0, 0],
  turn: readonly [number, number, number] = [0, 0, 0],
): THREE.Mesh {
  const result = new THREE.Mesh(geometry, material)
  result.position.set(at[0], at[1], at[2])
  result.rotation.set(turn[0], turn[1], turn[2])
  return result
}

export function group(...children: THREE.Object3D[]): THREE.Group {
  const result = new THREE.Group()
  if (children.length > 0) result.add(...children)
  return result
}

export type Placement = {
  at?: readonly [number, number, number]
  /** Degrees round x, y and z. */
  turn?: readonly [number, number, number]
  scale?: number
}

/** Puts a thing somewhere inside a wrapper, so that its own position stays untouched. */
export function placed(object: THREE.Object3D, placement: Placement): THREE.Group {
  const holder = group(object)
  const [x, y, z] = placement.at ?? [0, 0, 0]
  holder.position.set(x, y, z)
  const [rx, ry, rz] = placement.turn ?? [0, 0, 0]
  holder.rotation.set(
    THREE.MathUtils.degToRad(rx),
    THREE.MathUtils.degToRad(ry),
    THREE.MathUtils.degToRad(rz),
    'YXZ',
  )
  holder.scale.setScalar(placement.scale ?? 1)
  return holder
}

/** Lowers or lifts a thing until its lowest point touches the table. */
export function grounded(object: THREE.Object3D, height = 0): THREE.Group {
  const holder = group(object)
  object.updateWorldMatrix(true, true)
  const box = new THREE.Box3()
  holder.updateMatrixWorld(true)
  box.setFromObject(holder, true)
  holder.position.y = height - box.min.y
  return group(holder)
}

/** Many equal small parts at once. */
export function many(
  geometry: THREE.BufferGeometry,
  material: THREE.Material,
  matrices: readonly THREE.Matrix4[],
): THREE.InstancedMesh {
  const result = new THREE.InstancedMesh(geometry, material, matrices.length)
  matrices.forEach((matrix, index) => result.setMatrixAt(index, matrix))
  return result
}

export function place4(
  at: readonly [number, number, number],
  turn: readonly [number, number, number] = [0, 0, 0],
  scale: number | readonly [number, number, number] = 1,
): THREE.Matrix4 {
  const size =
    typeof scale === 'number' ? new THREE.Vector3(scale, scale, scale) : new THREE.Vector3(...scale)
  return new THREE.Matrix4().compose(
    new THREE.Vector3(...at),
    new THREE.Quaternion().setFromEuler(new THREE.Euler(turn[0], turn[1], turn[2], 'YXZ')),
    size,
  )
}
