import * as THREE from 'three'

export type View = {
  /** Degrees round the product; 0 is straight from the front, positive moves to the right. */
  turn?: number
  /** Degrees above the table; 90 looks straight down. */
  rise?: number
  /** The part of the frame that the product may fill; above 1 crops it for a close-up. */
  fill?: number
  /** For wide frames: the part of `fill` that counts across. */
  across?: number
  /** Where to look, as fractions of the product's box from its centre (-0.5 to 0.5). */
  aim?: readonly [number, number, number]
  /** Moves the product in the frame, in fractions of the frame. */
  shift?: readonly [number, number]
  /** Lens opening as a fraction of the distance: more blurs fore- and background more. */
  blur?: number
  lens?: number
  /** The name of the part that has to be in the frame; the rest may run out of it. */
  part?: string
}

/** Points on every visible mesh in world space, enough of them to know its outline. */
export function outlinePoints(object: THREE.Object3D): THREE.Vector3[] {
  const points: THREE.Vector3[] = []
  object.updateWorldMatrix(true, true)
  const matrix = new THREE.Matrix4()
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const position = (child as THREE.Mesh).geometry.getAttribute('position')
    const copies = child instanceof THREE.InstancedMesh ? child.count : 1
    const stride = Math.max(1, Math.floor((position.count * copies) / 1500))
    const copyStride = Math.max(1, Math.floor(copies / 200))
    for (let copy = 0; copy < copies; copy += copyStride) {
      if (child instanceof THREE.InstancedMesh) {
        child.getMatrixAt(copy, matrix)
        matrix.premultiply(child.matrixWorld)
      } else {
        matrix.copy(child.matrixWorld)
      }
      for (let index = 0; index < position.count; index += stride) {
        points.push(new THREE.Vector3().fromBufferAttribute(position, index).applyMatrix4(matrix))
      }
    }
  })
  return points
}

export type Framing = { camera: THREE.PerspectiveCamera; target: THREE.Vector3; distance: number }

/** Places a camera so that the product fills the asked part of the frame and sits in its middle. */
export function frameProduct(object: THREE.Object3D, view: View, aspect: number): Framing {
  const turn = THREE.MathUtils.degToRad(view.turn ?? 20)
  const rise = THREE.MathUtils.degToRad(Math.min(view.rise ?? 18, 89.5))
  const part = view.part === undefined ? undefined : object.getObjectByName(view.part)
  const corners = outlinePoints(part ?? object)
  const box = new THREE.Box3().setFromPoints(corners)
  const size = box.getSize(new THREE.Vector3())
  const target = box.getCenter(new THREE.Vector3())
  const aim = view.aim ?? [0, 0, 0]
  const camera = new THREE.PerspectiveCamera(view.lens ?? 22, aspect, 1, 5000)
  const direction = new THREE.Vector3(
    Math.sin(turn) * Math.cos(rise),
    Math.sin(rise),
    Math.cos(turn) * Math.cos(rise),
  )
  const fill = view.fill ?? 0.7
  let distance = size.length() * 3
  const point = new THREE.Vector3()
  const right = new THREE.Vector3()
  const up = new THREE.Vector3()
  for (let step = 0; step < 6; step += 1) {
    camera.position.copy(target).addScaledVector(direction, distance)
    camera.lookAt(target)
    camera.updateMatrixWorld(true)
    camera.updateProjectionMatrix()
    let left = Infinity
    let rightmost = -Infinity
    let low = Infinity
    let high = -Infinity
    for (const corner of corners) {
      point.copy(corner).project(camera)
      left = Math.min(left, point.x)
      rightmost = Math.max(rightmost, point.x)
      low = Math.min(low, point.y)
      high = Math.max(high, point.y)
    }
    const half = Math.max((rightmost - left) / 2 / (view.across ?? 1), (high - low) / 2)
    const halfHeight = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * distance
    right.setFromMatrixColumn(camera.matrixWorld, 0)
    up.setFromMatrixColumn(camera.matrixWorld, 1)
    target.addScaledVector(right, ((left + rightmost) / 2) * halfHeight * aspect)
    target.addScaledVector(up, ((low + high) / 2) * halfHeight)
    distance *= half / fill
  }
  target.add(new THREE.Vector3(aim[0] * size.x, aim[1] * size.y, aim[2] * size.z))
  camera.position.copy(target).addScaledVector(direction, distance)
  camera.lookAt(target)
  camera.updateMatrixWorld(true)
  const shift = view.shift ?? [0, 0]
  const halfHeight = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * distance
  right.setFromMatrixColumn(camera.matrixWorld, 0)
  up.setFromMatrixColumn(camera.matrixWorld, 1)
  const move = right
    .multiplyScalar(-shift[0] * 2 * halfHeight * aspect)
    .add(up.multiplyScalar(-shift[1] * 2 * halfHeight))
  camera.position.add(move)
  target.add(move)
  camera.near = distance * 0.05
  camera.far = distance * 20
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld(true)
  return { camera, target, distance }
}
