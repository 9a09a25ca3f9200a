; expect: sat unsat
(set-logic ALL)
(declare-const x (_ BitVec 4))
(define-fun t () (Array (_ BitVec 4) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x05) #x3 #x09) #x7 #x0a))
(assert (= (select t x) #x09))
(check-sat)
(assert (not (= x #x3)))
(check-sat)
