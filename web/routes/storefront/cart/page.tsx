export default function Placeholder() { return <p>cart</p> }
