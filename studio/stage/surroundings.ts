import * as THREE from 'three'
import type { Palette } from './backdrop.ts'

/**
 * What shiny things reflect: a room in the paper's colour with a big softbox
 * on the left, a strip on the right and a lamp above, as in a photo studio.
 */
export function createSurroundings(renderer: THREE.WebGLRenderer, palette: Palette): THREE.Texture {
  const room = new THREE.Scene()
  const light = new THREE.Color(palette.light)
  const deep = new THREE.Color(palette.deep)
  const shell = new THREE.SphereGeometry(50, 32, 24)
  const colors: number[] = []
  const positions = shell.getAttribute('position')
  const shade = new THREE.Color()
  for (let index = 0; index < positions.count; index += 1) {
    const height = positions.getY(index) / 50
    if (height < -0.05) shade.copy(light).multiplyScalar(0.62)
    else
      shade
        .copy(deep)
        .lerp(new THREE.Color('#8c8a84'), 0.45)
        .multiplyScalar(0.5 + 0.35 * height)
    colors.push(shade.r, shade.g, shade.b)
  }
  shell.setAttribute('color', new THREE.Float32BufferAttribute(colors, 3))
  room.add(new THREE.Mesh(shell, new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.BackSide })))
  const lamp = (
    width: number,
    height: number,
    at: [number, number, number],
    power: number,
    tint = '#ffffff',
  ): void => {
    const color = new THREE.Color(tint).multiplyScalar(power)
    const mesh = new THREE.Mesh(
      new THREE.PlaneGeometry(width, height),
      new THREE.MeshBasicMaterial({ color, side: THREE.DoubleSide }),
    )
    mesh.position.set(...at)
    mesh.lookAt(0, 0, 0)
    room.add(mesh)
  }
  lamp(26, 34, [-30, 16, 14], 7, '#fff4e4')
  lamp(7, 34, [30, 12, 10], 5, '#f3f8ff')
  lamp(30, 22, [0, 36, -4], 4.2)
  lamp(40, 6, [0, 14, -36], 1.6)
  // Dark flags beside the lamps draw the crisp edges that make metal look like metal.
  lamp(10, 40, [-14, 8, 34], 0.05, '#3a352e')
  lamp(8, 40, [22, 8, 26], 0.05, '#3a352e')
  const generator = new THREE.PMREMGenerator(renderer)
  const target = generator.fromScene(room, 0.035, 0.1, 100, { size: 128 })
  generator.dispose()
  return target.texture
}
